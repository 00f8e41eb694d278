import { act, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Anomaly } from '../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
  wallSecondAtom,
} from '../../../src/ui/mission/link/atoms.ts';
import { outlookAtom } from '../../../src/ui/mission/look-ahead/outlook.ts';
import { AnomalyPanel } from '../../../src/ui/wall/AnomalyPanel.tsx';
import { contactsAheadAtom, wallSceneAtom } from '../../../src/ui/wall/atoms.ts';
import { ContactsPanel } from '../../../src/ui/wall/ContactsPanel.tsx';
import type { WallEffects } from '../../../src/ui/wall/effects.ts';
import { OrbitPanel } from '../../../src/ui/wall/OrbitPanel.tsx';
import { PlanPanel } from '../../../src/ui/wall/PlanPanel.tsx';
import { FAILURES, REMOUNT_MS } from '../../../src/ui/wall/recovery.ts';
import { HOLD_MS, SCENE_MS, WALL_SCENES } from '../../../src/ui/wall/scenes.ts';
import { TelemetryTiles } from '../../../src/ui/wall/TelemetryTiles.tsx';
import { WallBoundary } from '../../../src/ui/wall/WallBoundary.tsx';
import { WallFootline } from '../../../src/ui/wall/WallFootline.tsx';
import { WallHeader } from '../../../src/ui/wall/WallHeader.tsx';
import { initialTimeline } from '../../../src/worker/mission/initial-state/sample-data.ts';
import { later, startMission, startUneventfulMission, T0 } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';
import { spacecraftView } from '../../support/spacecraft-view.ts';

const ANOMALY: Anomaly = {
  id: 'a',
  timestamp: T0,
  type: 'Battery',
  severity: 'Critical',
  message: 'Battery voltage fell 1.80 V in 6 min: a battery cell has shorted.',
  aiExplanation: 'Battery voltage is 22.10 V.',
  status: 'Active',
  suggestedAction: 'Enter Safe Mode',
};

function storeOf(mission = startUneventfulMission()): Store {
  const store = createStore();
  showMission(store, mission);
  // Everything is nominal on board.
  store.set(sliceAtoms.spacecraft, spacecraftView({ time: T0 }));
  return store;
}

/** Adds a newest sample with this voltage. */
function showReading(store: Store, batteryVoltage: number): void {
  const [sample] = store.get(sliceAtoms.telemetry)?.slice(-1) ?? [];
  if (!sample) throw new Error('no sample');
  store.set(sliceAtoms.telemetry, [{ ...sample, batteryVoltage }]);
}

describe('telemetry on the wall', () => {
  it('has each channel with its value, its unit and its level as a word', () => {
    renderWithStore(<TelemetryTiles isLarge={false} />, storeOf());
    const channels = screen.getAllByRole('listitem');
    expect(channels).toHaveLength(TELEMETRY_CHANNELS.length);
    const figures = {
      Battery: /\d\d\.\d\d V/,
      Solar: /\d W/,
      Signal: /\d\.\d %/,
      Temperature: /\d\.\d °C/,
      Attitude: /\d\.\d\d °/,
    };
    for (const [name, figure] of Object.entries(figures)) {
      const channel = channels.find((one) => within(one).queryByRole('heading', { name }));
      expect(channel).toHaveTextContent(figure);
    }
    for (const channel of channels) {
      expect(within(channel).getByText(/^(Nominal|Warning|Critical)$/)).toBeVisible();
    }
  });

  it('mutes nominal levels, so that a warning stands out', () => {
    const store = storeOf();
    showReading(store, 21.5);
    renderWithStore(
      <>
        <WallHeader />
        <TelemetryTiles isLarge={false} />
      </>,
      store,
    );
    const isQuiet = (word: string) =>
      screen.getAllByText(word).map((label) => label.closest<HTMLElement>('[data-quiet]')?.dataset.quiet);
    expect(isQuiet('No anomalies')).toEqual(['true']);
    expect(isQuiet('Nominal')).toEqual(TELEMETRY_CHANNELS.slice(1).map(() => 'true'));
    expect(isQuiet('Warning')).toEqual(['false']);
  });

  it('has large charts with a scale in the channel’s unit and, once, the time that they show', () => {
    const store = storeOf();
    const { container } = renderWithStore(<TelemetryTiles isLarge />, store);
    expect(screen.getByText(/^−\d+ (s|min)$/).parentElement?.textContent).toMatch(
      /^\d\d\u00a0V\d\d\u00a0V−\d+ (s|min)$/,
    );
    expect(container.querySelectorAll('svg path[d^="M"]').length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ['too old', (store: Store) => store.set(missionSecondAtom, later(20_000))],
    ['of a worker that is away', (store: Store) => store.set(linkStateAtom, { status: 'lost', attempt: 1 })],
  ])('shows no value that is %s', (_name, age) => {
    const store = storeOf();
    renderWithStore(
      <>
        <TelemetryTiles isLarge={false} />
        <TelemetryTiles isLarge />
      </>,
      store,
    );
    act(() => age(store));
    expect(screen.getAllByText('Unknown')).toHaveLength(2 * TELEMETRY_CHANNELS.length);
    expect(screen.queryByText(/\d\.\d/)).toBeNull();
    expect(screen.queryByText('Nominal')).toBeNull();
  });
});

describe('the header of the wall', () => {
  it('shows the time, the satellite and its status', () => {
    renderWithStore(<WallHeader />, storeOf());
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('ORBITA-1');
    expect(screen.getByText('12:00:00')).toBeVisible();
    expect(screen.getByText('No anomalies')).toBeVisible();
  });

  it('says the next limit that is predicted to be crossed, while there are no anomalies', () => {
    const store = storeOf();
    const session = startUneventfulMission();
    const told = session.control.lookAhead({ channels: [], to: T0 });
    if (!told.ok) throw new Error(told.message);
    store.set(outlookAtom, {
      ...told.value,
      approaches: [],
      crossings: [
        {
          channel: 'signalStrength',
          level: 'warning',
          value: 50,
          isUpper: false,
          to: 'out',
          from: later(20 * MS_PER_MIN),
          until: later(25 * MS_PER_MIN),
        },
      ],
    });
    renderWithStore(<WallHeader />, store);
    expect(screen.getByText('No anomalies')).toBeVisible();
    expect(screen.getByText(/^Signal below 50\s% within 25\smin$/)).toBeVisible();
    act(() => store.set(sliceAtoms.anomalies, [ANOMALY]));
    expect(screen.queryByText(/^Signal below/)).toBeNull();
  });

  it('only counts anomalies that are shelved', () => {
    const store = storeOf();
    const shelved = { until: later(MS_PER_MIN), reason: 'known' };
    store.set(sliceAtoms.anomalies, [{ ...ANOMALY, shelved }]);
    const { unmount } = renderWithStore(<WallHeader />, store);
    expect(screen.getByText('1 shelved')).toBeVisible();
    expect(screen.queryByText('Battery')).toBeNull();
    unmount();
    renderWithStore(<AnomalyPanel />, store);
    expect(screen.queryByText(/Battery/)).toBeNull();
  });

  it('names the most urgent anomaly, and how many there are beside it', () => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, [
      { ...ANOMALY, id: 'b', type: 'Solar', severity: 'Low' },
      ANOMALY,
      { ...ANOMALY, id: 'c', status: 'Resolved' },
    ]);
    showReading(store, 19.5);
    renderWithStore(<WallHeader />, store);
    expect(screen.getByRole('banner').textContent).toContain('CriticalBattery+1');
  });

  it('says what a severity rests on that no reading shows: a forecast only where a limit is ahead', () => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, [{ ...ANOMALY, severity: 'High' }]);
    renderWithStore(<WallHeader />, store);
    expect(screen.getByText('in limits')).toBeVisible();
    const risk = {
      channel: 'batteryVoltage',
      value: 22,
      from: later(600_000),
      until: later(900_000),
    } as const;
    const fault = {
      anomalyId: ANOMALY.id,
      type: 'Battery',
      parts: ['battery'],
      label: 'weak cell',
      risks: [risk],
    } as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(0), faults: [fault] })));
    expect(screen.getByText('predicted')).toBeVisible();
    expect(screen.queryByText('in limits')).toBeNull();
    act(() => showReading(store, 21.5));
    expect(screen.queryByText('predicted')).toBeNull();
    expect(screen.queryByText('in limits')).toBeNull();
  });

  it('says nothing of an anomaly whose fault has ended, or of a severity without a tone', () => {
    const store = storeOf();
    renderWithStore(<WallHeader />, store);
    act(() => {
      showReading(store, 28);
      store.set(sliceAtoms.anomalies, [{ ...ANOMALY, severity: 'Medium' }]);
    });
    expect(screen.queryByText('in limits')).toBeNull();
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(1000) })));
    expect(screen.getByText('No anomalies')).toBeVisible();
    act(() => store.set(missionSecondAtom, later(20_000)));
    expect(screen.getByText('Unknown')).toBeVisible();
  });

  it('shows no anomalies without a link', () => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, [ANOMALY]);
    store.set(linkStateAtom, { status: 'lost', attempt: 1 });
    renderWithStore(<WallHeader />, store);
    expect(screen.getByText('Unknown')).toBeVisible();
    expect(screen.queryByText('Critical')).toBeNull();
  });
});

describe('upcoming contacts, eclipses and events', () => {
  it('count down to the contact, the eclipse transition and the event', () => {
    const store = storeOf();
    store.set(sliceAtoms.timeline, initialTimeline(T0, 1).events);
    renderWithStore(<OrbitPanel />, store);
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms[0]).toMatch(/^(AOS|LOS) (Houston|Madrid|Canberra)$/);
    expect(terms[1]).toMatch(/^(Eclipse|Sunrise)$/);
    expect(terms[2]).toBe('High-rate data downlink');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^in \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^in \d\d:\d\d:\d\d$/),
      'in 02:00:00',
    ]);
    act(() => store.set(missionSecondAtom, later(61_000)));
    expect(screen.getByText('01:58:59')).toBeVisible();
  });

  it('is unknown while the worker is lost', () => {
    const store = storeOf();
    renderWithStore(<OrbitPanel />, store);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getAllByText('--:--:--')).toHaveLength(3);
  });
});

describe('the next contacts on the wall', () => {
  it('names the contact that is counted down to once, with its length and elevation', () => {
    const store = storeOf();
    renderWithStore(<ContactsPanel />, store);
    const contacts = store.get(contactsAheadAtom) ?? [];
    expect(contacts).toHaveLength(4);
    const aosOf = (element: HTMLElement) => element.querySelector('time')?.dateTime;
    const rows = screen.getAllByRole('listitem');
    const others = contacts.slice(1).map(({ pass }) => new Date(pass.aos).toISOString());
    expect(rows.map(aosOf)).toEqual(others);
    const panel = screen.getByRole('region', { name: 'Next contacts' });
    expect(panel.textContent?.match(/\d+ min · max \d+°/g)).toHaveLength(4);
  });
});

describe('the story of an anomaly on the wall', () => {
  const explanation = 'Seen: It is low.\nLikely cause: A cell.\nIf nothing is done: FDIR retries.\nDo: Wait.';
  const chapters = () => screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
  const tell = (...anomalies: readonly Anomaly[]) => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, anomalies);
    const rendered = renderWithStore(
      <>
        <AnomalyPanel />
        <TelemetryTiles isLarge={false} />
      </>,
      store,
    );
    return rendered;
  };

  it('has five chapters: what was seen, why, what would come, what is done, and the recovery', () => {
    const { store } = tell({ ...ANOMALY, aiExplanation: explanation });
    store.set(sliceAtoms.duty, { holder: 'operator', since: T0 });
    expect(chapters()).toEqual([
      'Seen 0 s ago It is low.',
      'Likely cause A cell.',
      'If nothing is done FDIR retries.',
      'Action Enter Safe Mode',
      'Recovery not yet',
    ]);
    act(() =>
      store.set(sliceAtoms.duty, {
        holder: 'duty crew',
        since: T0,
        task: { text: 'Handles the Battery anomaly', anomalyId: 'a', command: 'Enter Safe Mode' },
      }),
    );
    expect(chapters()[3]).toBe('Duty crew Handles the Battery anomaly: Enter Safe Mode');
  });

  it('is of the most urgent one, and marks its tile', () => {
    const { container } = tell({ ...ANOMALY, id: 'b', type: 'Solar', severity: 'Low' }, ANOMALY);
    expect(screen.getByRole('region', { name: 'Battery anomaly' })).toBeVisible();
    const told = container.querySelectorAll<HTMLElement>('[data-story="true"]');
    expect(Array.from(told, ({ dataset }) => dataset.channel)).toEqual(['batteryVoltage']);
    expect(container.querySelectorAll('[data-story="false"]')).toHaveLength(TELEMETRY_CHANNELS.length - 1);
  });

  it('goes on to its end if the anomaly is closed meanwhile, and is not told without a link', () => {
    const { store } = tell(ANOMALY);
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(10_000) })));
    act(() => store.set(sliceAtoms.anomalies, [{ ...ANOMALY, status: 'Resolved' }]));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByRole('region', { name: 'Battery anomaly' })).toBeNull();
  });

  it('is not told while nothing is wrong', () => {
    const { container } = tell();
    expect(screen.queryByRole('region', { name: /anomaly/ })).toBeNull();
    expect(container.querySelector('[data-story]')).toBeNull();
  });

  it('stays in the rotation until its fault has ended, also if acknowledged', () => {
    const store = storeOf();
    const scenes = () => {
      const shown = new Set<string>();
      for (let turn = 0; turn < WALL_SCENES.length; turn += 1) {
        const time = later(HOLD_MS + turn * SCENE_MS);
        for (const atom of [missionSecondAtom, edgeSecondAtom, wallSecondAtom]) store.set(atom, time);
        shown.add(store.get(wallSceneAtom));
      }
      return shown;
    };
    const fault = {
      anomalyId: 'a',
      type: 'Battery',
      parts: ['battery'],
      label: 'weak battery cell',
    } as const;
    store.set(sliceAtoms.anomalies, [{ ...ANOMALY, status: 'Acknowledged' }]);
    store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(5000), faults: [fault] }));
    expect(scenes()).toContain('anomaly');
    store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(10_000) }));
    expect(scenes()).not.toContain('anomaly');
  });
});

describe('the plan on the wall', () => {
  it('says who is in orbit, and what the duty crew does', () => {
    const store = storeOf();
    renderWithStore(<PlanPanel />, store);
    act(() => store.set(sliceAtoms.duty, { holder: 'duty crew', since: T0 }));
    expect(screen.getByText('Monitors')).toBeVisible();
    const realData = store.get(sliceAtoms.realData);
    if (!realData) throw new Error('no real data');
    const astronauts = ['ISS', 'ISS', 'Tiangong'].map((craft, index) => ({ name: `A ${index}`, craft }));
    act(() => store.set(sliceAtoms.realData, { ...realData, astronauts }));
    expect(screen.getByText(/^3 people/).textContent).toBe('3 people · 2 ISS · 1 Tiangong');
  });

  it('show current and upcoming events', () => {
    const store = storeOf();
    store.set(sliceAtoms.timeline, initialTimeline(T0, 1).events);
    renderWithStore(<PlanPanel />, store);
    const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
    expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Now Earth observation campaign until 13:10 Experiment',
      '14:00 High-rate data downlink in 02:00:00 Communication',
      '18:00 Reaction wheel desaturation in 06:00:00 Maneuver',
      '12:00 Battery capacity test in 1d 00:00 Maintenance',
    ]);
    act(() => store.set(sliceAtoms.timeline, []));
    expect(timeline.getByText('Nothing planned')).toBeVisible();
  });
});

it('isolates the writing direction of an event title on the wall', () => {
  const store = storeOf();
  const events = (store.get(sliceAtoms.timeline) ?? []).map((event) => ({
    ...event,
    title: `צילום ${event.id}`,
  }));
  store.set(sliceAtoms.timeline, events);
  const { container } = renderWithStore(
    <>
      <OrbitPanel />
      <PlanPanel />
    </>,
    store,
  );
  const isolated = Array.from(container.querySelectorAll('bdi'), ({ textContent }) => textContent);
  // One for the next event beside the map, and four in the plan.
  expect(container.textContent?.match(/צילום/g)).toHaveLength(5);
  expect(isolated.filter((text) => text?.startsWith('צילום'))).toHaveLength(5);
});

describe('the footline of the wall', () => {
  it('shows the data sources and the link state', () => {
    const store = storeOf(startMission());
    renderWithStore(<WallFootline />, store);
    expect(screen.getByRole('status').textContent).toBe('Connected to ORBITA-1');
    expect(screen.getByText('SIMULATED · ISS SIMULATED')).toBeVisible();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 2 }));
    expect(screen.getByRole('status').textContent).toBe('Link to the simulation lost');
  });
});

describe('a wall that breaks', () => {
  let isBroken = true;
  const Fragile = () => {
    if (isBroken) throw new Error('no such orbit');
    return <p>alive</p>;
  };
  beforeEach(() => {
    isBroken = true;
    window.sessionStorage.clear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  function breakWall() {
    const timers: { readonly delayMs: number; readonly callback: () => void }[] = [];
    let time = 1e12;
    const reload = vi.fn();
    const effects: WallEffects = {
      requestWakeLock: () => Promise.reject(new Error('none')),
      after(delayMs, callback) {
        timers.push({ delayMs, callback });
        return () => undefined;
      },
      now: () => time,
      reload,
    };
    renderWithStore(
      <WallBoundary effects={effects} fallback={<p role="status">Restarting automatically.</p>}>
        <Fragile />
      </WallBoundary>,
    );
    const wait = () => {
      const timer = timers.shift();
      time += timer?.delayMs ?? 0;
      act(() => timer?.callback());
      return timer?.delayMs;
    };
    return { reload, wait };
  }

  it('shows a message, and remounts automatically', () => {
    const { wait, reload } = breakWall();
    expect(screen.getByRole('status').textContent).toContain('Restarting automatically');
    isBroken = false;
    expect(wait()).toBe(REMOUNT_MS);
    expect(screen.getByText('alive')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page once if remounting does not help', () => {
    const { wait, reload } = breakWall();
    for (let failures = 0; failures < FAILURES; failures += 1) wait();
    expect(reload).toHaveBeenCalledTimes(1);
    const next = breakWall();
    for (let failures = 0; failures < 2 * FAILURES; failures += 1) next.wait();
    expect(next.reload).not.toHaveBeenCalled();
  });
});
