import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { MAIN_BRANCH, type TransportView } from '../../../../../src/shared/contract/transport.ts';
import type { Place } from '../../../../../src/shared/entities/place.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import {
  followList,
  hasAlert,
  readAlerts,
  setForAll,
  toggleAlert,
} from '../../../../../src/ui/features/passes/alerts.ts';
import {
  alertControlAtom,
  alertPermissionAtom,
  alertsAtom,
  alertsKeepFailureAtom,
  isListAlertedAtom,
  passFilterAtom,
  shownListAtom,
} from '../../../../../src/ui/features/passes/atoms.ts';
import { passUid } from '../../../../../src/ui/features/passes/calendar.ts';
import { FIRST_FILTER, type PassFilter } from '../../../../../src/ui/features/passes/pass-filter.ts';
import { startAlerts } from '../../../../../src/ui/features/passes/start-alerts.ts';
import { ALERTS_KEY } from '../../../../../src/ui/features/passes/wanted-alerts.ts';
import { browserStorageAtom } from '../../../../../src/ui/kit/page/kept-atom.ts';
import type { Toast } from '../../../../../src/ui/kit/toasts/announce.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../../src/ui/mission/link/atoms.ts';
import { passAt, placeAt, utc } from './listed-passes.ts';

const PLACE = placeAt(47.4, 8.5, 'Zürich');
const AOS = utc('2026-11-24T18:00:30');
const IN_STEP: TransportView = {
  rate: 1,
  isInStep: true,
  isMissionInStep: true,
  mode: 'live',
  startTime: addMs(AOS, -MS_PER_H),
  branch: MAIN_BRANCH,
  branches: [],
  slowsOnCritical: true,
};

/** Simulates the storage that a browser's windows share, and its lock: one window at a time, in order. */
function openBrowser(answer: NotificationPermission = 'granted', failure?: string) {
  const entries = new Map<string, string>();
  const listeners: ((event: { key: string; newValue: string }) => void)[] = [];
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (failure) throw new DOMException('', failure);
      entries.set(key, value);
    },
  } as unknown as Storage;
  const shown: { title: string; text: string; tag: string }[] = [];
  const toasts: Toast[] = [];
  let permission: NotificationPermission = 'default';
  let turn: Promise<void> = Promise.resolve();
  let asked = 0;

  function openWindow({ isNotifier = true, cannotShow = false, isSeen = true } = {}) {
    let canAnnounce = isSeen;
    const store = createStore();
    store.set(sliceAtoms.transport, IN_STEP);
    store.set(browserStorageAtom, {
      storage: () => storage,
      onStorage(callback) {
        listeners.push(callback);
        return () => {};
      },
    });
    startAlerts({
      store,
      notifier: isNotifier
        ? {
            permission: () => permission,
            async requestPermission() {
              asked += 1;
              permission = answer;
              return answer;
            },
            show(title, text, tag) {
              if (cannotShow) throw new TypeError('Illegal constructor');
              shown.push({ title, text, tag });
            },
          }
        : undefined,
      alone(run) {
        turn = turn.then(run);
        return turn;
      },
      announce: (toast) => toasts.push(toast),
      canAnnounce: () => canAnnounce,
    });
    return {
      store,
      becomeSeen: () => {
        canAnnounce = true;
      },
      alerts: () => store.get(alertsAtom),
      bell: (pass = passAt(AOS)) =>
        store.get(alertControlAtom)?.change((held) => toggleAlert(held, pass, FIRST_FILTER, PLACE)),
      ask: async () => store.get(alertControlAtom)?.ask(),
      async at(time: EpochMs) {
        store.set(missionSecondAtom, time);
        await turn;
        await turn;
      },
    };
  }
  return {
    entries,
    shown,
    toasts,
    asked: () => asked,
    openWindow,
    tellOthers: () => {
      const newValue = entries.get(ALERTS_KEY) ?? '';
      for (const listener of listeners) listener({ key: ALERTS_KEY, newValue });
    },
  };
}

const early = (ms: number) => addMs(AOS, -ms);

describe('a notification before a pass', () => {
  it('comes once, at its lead before AOS', async () => {
    const browser = openBrowser();
    const window = browser.openWindow();
    window.bell();
    await window.ask();
    await window.at(early(5 * MS_PER_MIN + MS_PER_S));
    expect(browser.shown).toEqual([]);
    for (let s = 300; s >= -900; s--) await window.at(early(s * MS_PER_S));
    expect(browser.shown).toEqual([
      {
        title: 'ISS pass',
        text: 'rises in 5 min over Zürich: 18:00:30 in WNW 293°, highest 42°, until 18:10:30 UTC',
        tag: passUid(passAt(AOS), PLACE),
      },
    ]);
    expect(browser.toasts).toEqual([]);
  });

  it.each([2, 10, 30] as const)('comes %d minutes before where that is chosen', async (leadMin) => {
    const browser = openBrowser();
    const window = browser.openWindow();
    window.bell();
    window.store.get(alertControlAtom)?.change((alerts) => ({ ...alerts, leadMin }));
    await window.ask();
    await window.at(early(leadMin * MS_PER_MIN + MS_PER_S));
    expect(browser.shown).toHaveLength(0);
    await window.at(early(leadMin * MS_PER_MIN));
    expect(browser.shown).toHaveLength(1);
  });

  it('still comes after a suspension, but not once the pass has begun', async () => {
    const browser = openBrowser();
    const window = browser.openWindow();
    window.bell();
    window.bell(passAt(addMs(AOS, MS_PER_H)));
    await window.ask();
    await window.at(early(-MS_PER_S));
    expect(browser.shown).toEqual([]);
    await window.at(addMs(AOS, MS_PER_H - 3 * MS_PER_S));
    expect(browser.shown).toHaveLength(1);
  });

  it('comes in one of several windows, and in none after a reload', async () => {
    const browser = openBrowser();
    const [first, second] = [browser.openWindow(), browser.openWindow()];
    first.bell();
    browser.tellOthers();
    expect(second.alerts()).toEqual(first.alerts());
    await first.ask();
    await Promise.all([first.at(early(MS_PER_MIN)), second.at(early(MS_PER_MIN))]);
    expect(browser.shown).toHaveLength(1);
    const reloaded = browser.openWindow();
    expect(reloaded.alerts().passes).toHaveLength(1);
    await reloaded.at(early(MS_PER_S));
    expect(browser.shown).toHaveLength(1);
  });

  it.each<[string, Partial<TransportView>]>([
    ['in a replay', { mode: 'replay' }],
    ['in a branch', { branch: 'B', isInStep: false }],
    ['in simulated time', { isInStep: false, rate: 60 }],
    ['while mission time is paused', { isInStep: false, rate: 0 }],
  ])('does not come %s, and comes when the mission is in step with UTC again', async (_, transport) => {
    const browser = openBrowser();
    const window = browser.openWindow();
    window.bell();
    await window.ask();
    window.store.set(sliceAtoms.transport, { ...IN_STEP, ...transport });
    await window.at(early(3 * MS_PER_MIN));
    expect([...browser.shown, ...browser.toasts]).toEqual([]);
    window.store.set(sliceAtoms.transport, IN_STEP);
    await window.at(early(2 * MS_PER_MIN));
    expect(browser.shown).toHaveLength(1);
  });

  it.each([
    ['denied', { answer: 'denied' as const, options: {} }],
    ['not decided', { answer: 'default' as const, options: {} }],
    ['without notifications in the browser', { answer: 'granted' as const, options: { isNotifier: false } }],
    ['where only a service worker may notify', { answer: 'granted' as const, options: { cannotShow: true } }],
  ])('is a message in the page: %s', async (_, { answer, options }) => {
    const browser = openBrowser(answer);
    const window = browser.openWindow(options);
    window.bell();
    await window.ask();
    await window.at(early(MS_PER_MIN));
    expect(browser.shown).toEqual([]);
    expect(browser.toasts).toMatchObject([
      { level: 'info', text: expect.stringMatching(/^ISS rises in 1 min/) },
    ]);
  });

  it('is a message in the window that shows messages, not in a wall or one in the background', async () => {
    const browser = openBrowser('denied');
    const unseen = browser.openWindow({ isSeen: false });
    const desk = browser.openWindow();
    unseen.bell();
    browser.tellOthers();
    await unseen.ask();
    await unseen.at(early(5 * MS_PER_MIN));
    expect(browser.toasts).toEqual([]);
    await desk.at(early(5 * MS_PER_MIN));
    expect(browser.toasts).toMatchObject([{ text: expect.stringMatching(/^ISS rises in 5 min/) }]);
  });

  it('is a message with the time that is left once a window in the background is shown', async () => {
    const browser = openBrowser('denied');
    const window = browser.openWindow({ isSeen: false });
    window.bell();
    await window.ask();
    await window.at(early(5 * MS_PER_MIN));
    window.becomeSeen();
    await window.at(early(2 * MS_PER_MIN));
    expect(browser.toasts).toMatchObject([{ text: expect.stringMatching(/^ISS rises in 2 min/) }]);
  });

  it('asks for the permission only when told to, and not again', async () => {
    const browser = openBrowser('denied');
    const window = browser.openWindow();
    window.bell();
    await window.at(early(MS_PER_MIN));
    expect(browser.asked()).toBe(0);
    expect(window.store.get(alertPermissionAtom)).toBe('default');
    await window.ask();
    await window.ask();
    expect(browser.asked()).toBe(1);
    expect(window.store.get(alertPermissionAtom)).toBe('denied');
  });

  it.each([
    ['SecurityError', 'it blocks storage for this page'],
    ['QuotaExceededError', 'its storage is full'],
  ])('comes once where nothing is kept, and says so: %s', async (failure, words) => {
    const browser = openBrowser('granted', failure);
    const window = browser.openWindow();
    window.bell();
    expect(window.store.get(alertsKeepFailureAtom)).toBe(words);
    await window.ask();
    await window.at(early(2 * MS_PER_MIN));
    await window.at(early(MS_PER_MIN));
    expect(browser.shown).toHaveLength(1);
  });
});

describe('the alerts of a list', () => {
  const none = readAlerts(undefined);
  const first = passAt(AOS);
  const second = passAt(addMs(AOS, 2 * MS_PER_H));
  const LIST = { filter: FIRST_FILTER, place: PLACE.id };
  const isOn = (alerts: typeof none, pass: typeof first) => hasAlert(alerts, passUid(pass, PLACE));

  it('follow every pass of it where that was asked for, and a bell by itself', () => {
    const bell = toggleAlert(none, first, FIRST_FILTER, PLACE);
    expect(followList(bell, [first, second], FIRST_FILTER, PLACE, early(MS_PER_H)).passes).toHaveLength(1);
    const all = followList(setForAll(bell, LIST), [first, second], FIRST_FILTER, PLACE, early(MS_PER_H));
    expect([isOn(all, first), isOn(all, second)]).toEqual([true, true]);
    const off = setForAll(all, undefined);
    expect([isOn(off, first), isOn(off, second)]).toEqual([true, false]);
  });

  it('of every pass are the others by themselves once one bell is taken back', () => {
    const all = followList(setForAll(none, LIST), [first, second], FIRST_FILTER, PLACE, early(MS_PER_H));
    const less = followList(
      toggleAlert(all, first, FIRST_FILTER, PLACE),
      [first, second],
      FIRST_FILTER,
      PLACE,
      early(MS_PER_H),
    );
    expect([isOn(less, first), isOn(less, second), less.list]).toEqual([false, true, undefined]);
  });

  it('drop a pass that has left the list, but not one with a bell of its own', () => {
    const all = followList(
      setForAll(toggleAlert(none, first, FIRST_FILTER, PLACE), LIST),
      [first, second],
      FIRST_FILTER,
      PLACE,
      early(1),
    );
    const next = followList(all, [], FIRST_FILTER, PLACE, early(1));
    expect([isOn(next, first), isOn(next, second)]).toEqual([true, false]);
  });

  it.each<[string, PassFilter, Place]>([
    ['another filter', { ...FIRST_FILTER, leastElevation: 40 }, PLACE],
    ['another place', FIRST_FILTER, placeAt(51.5, -0.1, 'London')],
  ])(
    'stay those of the list for which they were requested while a list with %s is shown',
    (_, filter, place) => {
      const all = followList(setForAll(none, LIST), [first, second], FIRST_FILTER, PLACE, early(1));
      expect(followList(all, [], filter, place, early(1))).toBe(all);
      const later = addMs(AOS, MS_PER_H);
      const other = followList(all, [passAt(addMs(AOS, 3 * MS_PER_H))], filter, place, later);
      expect(other.passes.map(({ uid }) => uid)).toEqual([passUid(second, PLACE)]);
    },
  );

  it('are those of the same list after a reload, with whose filter the visit begins', () => {
    const browser = openBrowser();
    const filter: PassFilter = { ...FIRST_FILTER, period: '3 days', isVisibleOnly: true, groups: ['iss'] };
    const { store } = browser.openWindow();
    const place = store.get(shownListAtom)?.place ?? '';
    store.get(alertControlAtom)?.change((held) => setForAll(held, { filter, place }));
    const reloaded = browser.openWindow().store;
    expect(reloaded.get(shownListAtom)).toEqual({ filter, place });
    expect(reloaded.get(isListAlertedAtom)).toBe(true);
    reloaded.set(passFilterAtom, FIRST_FILTER);
    expect(reloaded.get(isListAlertedAtom)).toBe(false);
  });

  it('stay when a bell in another list is switched on and off', () => {
    const all = followList(setForAll(none, LIST), [second], FIRST_FILTER, PLACE, early(1));
    const filter: PassFilter = { ...FIRST_FILTER, leastElevation: 40 };
    const bell = toggleAlert(all, first, filter, PLACE);
    expect(toggleAlert(bell, first, filter, PLACE)).toEqual(all);
  });

  it('of every pass that an earlier version has stored, without the list, become individual ones', () => {
    const { passes } = followList(setForAll(none, LIST), [first, second], FIRST_FILTER, PLACE, early(1));
    const read = readAlerts({ leadMin: 5, isForAll: true, passes });
    expect(read.list).toBeUndefined();
    expect(followList(read, [], FIRST_FILTER, PLACE, early(1)).passes).toHaveLength(2);
  });

  it('take the newest times of a pass, and forget those that are over', () => {
    const bell = toggleAlert(none, first, FIRST_FILTER, PLACE);
    const moved = passAt(addMs(AOS, 7 * MS_PER_S));
    expect(followList(bell, [moved], FIRST_FILTER, PLACE, early(1)).passes).toMatchObject([
      { aos: moved.aos, isOwn: true },
    ]);
    expect(followList(bell, [], FIRST_FILTER, PLACE, first.los).passes).toEqual([]);
  });

  it('are the same object where nothing has changed', () => {
    const bell = toggleAlert(none, first, FIRST_FILTER, PLACE);
    expect(followList(bell, [first], FIRST_FILTER, PLACE, early(1))).toBe(bell);
  });

  it('are taken back with the same bell', () => {
    expect(
      toggleAlert(toggleAlert(none, first, FIRST_FILTER, PLACE), first, FIRST_FILTER, PLACE).passes,
    ).toEqual([]);
  });

  it.each([[[]], null, 7, { leadMin: 3, list: { place: 7 }, isForAll: 'yes', passes: [{}, null, 7] }])(
    'are none where %j is stored',
    (stored) => {
      expect(readAlerts(stored)).toEqual(none);
    },
  );
});
