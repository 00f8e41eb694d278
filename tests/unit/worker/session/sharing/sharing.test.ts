import { describe, expect, it } from 'vitest';
import type { InstructedTime, TriggerAct } from '../../../../../src/shared/contract/exercise.ts';
import { readRecording } from '../../../../../src/shared/contract/recording.ts';
import { BRANCH_CAP } from '../../../../../src/shared/contract/transport.ts';
import { addMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createMission } from '../../../../../src/worker/mission/mission.ts';
import { replay } from '../../../../../src/worker/session/branches/replay.ts';
import {
  expectOneMission,
  FAIR,
  leads,
  MISSION,
  openBrowser,
  type TestBrowser,
  type TestConsole,
  type Weather,
} from '../../../../support/consoles.ts';
import {
  asListener,
  GROUNDED,
  later,
  OVER_AT_ONCE,
  resumeOf,
  startMission,
} from '../../../../support/mission.ts';
import { networkStation } from '../../../../support/places.ts';
import { savedText } from '../../../../support/recording.ts';

/** Nothing that a console sends arrives. */
const SILENT: Weather = { deliveries: () => [] };

const hashOf = ({ session }: TestConsole): string => session.mission.hash();

const commandsOf = ({ session }: TestConsole) => session.snapshot().commands.value;
const consolesOf = ({ session }: TestConsole) => session.snapshot().consoles.value;
const logOf = ({ session }: TestConsole): readonly string[] =>
  session.snapshot().log.value.map(({ text }) => text);
const timeOf = ({ session }: TestConsole): number => session.mission.time();

const IN_AN_HOUR = '2026-11-20T13:00';
const queue = ({ session }: TestConsole, name = 'Thermal Control') =>
  session.ordered.queueCommand({ name, scheduledTime: IN_AN_HOUR });

/** Collects the notices of a console from now on. */
function listenTo({ session }: TestConsole): () => readonly string[] {
  const told: string[] = [];
  session.control.subscribe(asListener(({ notices }) => void told.push(...notices.map(({ text }) => text))));
  return () => told;
}

/** Makes a branch from a second ago, and shows the mission itself again. */
function branchOff({ session: { control, mission } }: TestConsole): void {
  control.seek(addMs(mission.time(), -MS_PER_S));
  control.takeOver();
  control.showBranch('A');
}

/** Runs 50 minutes ahead of UTC, and returns. */
function runAheadAndReturn(browser: TestBrowser, { session: { ordered } }: TestConsole): void {
  ordered.setRate(300);
  browser.pass(10 * MS_PER_S);
  ordered.returnToUtc();
  browser.pass(2 * MS_PER_S);
}

/** Opens a desk, and a wall that joins its mission a minute later. */
async function openTwo(options: Parameters<TestBrowser['open']>[0] = {}) {
  const browser = openBrowser();
  const desk = await browser.open({ joins: false, ...options });
  browser.pass(MS_PER_MIN);
  const wall = await browser.open({ kind: 'wall', ...options });
  browser.pass(2 * MS_PER_S);
  return { browser, desk, wall };
}

describe('the ground network', () => {
  it('changes at once for all consoles, and the log says who has changed it', async () => {
    const { browser, desk, wall } = await openTwo();
    const berlin = networkStation('Berlin');
    expect(await desk.session.ordered.setNetwork([berlin])).toMatchObject({ ok: true });
    browser.pass(MS_PER_S);
    expect(wall.session.snapshot().contacts.value.network).toEqual([berlin]);
    expect(logOf(wall)).toContain('Desk: Ground network: Berlin');
    wall.session.ordered.setNetwork();
    const late = await browser.open();
    browser.pass(2 * MS_PER_MIN);
    expect(logOf(desk)).toContain('Wall: Ground network: Houston, Madrid, Canberra, Baikonur');
    expectOneMission(browser, [desk, wall, late]);
  });

  it('is not changed while a past instant is shown', () => {
    const session = startMission();
    session.advanceTo(later(5 * MS_PER_MIN));
    session.control.seek(later(2 * MS_PER_MIN));
    expect(session.control.setNetwork([])).toEqual({
      ok: false,
      message: 'A past instant is shown. Return to live, or take over from here.',
    });
    session.control.seek();
    expect(session.control.setNetwork([])).toMatchObject({ ok: true });
  });
});

describe('the instructor', () => {
  it('acts from any console on the mission of all', async () => {
    const { browser, desk, wall } = await openTwo({ profile: 'none' });
    expect(leads(wall)).toBe(false);
    const before = desk.session.snapshot().anomalies.value.length;
    const instruct = async (act: TriggerAct, ms: number, when?: InstructedTime) => {
      const outcome = wall.session.ordered.instruct({ act, when });
      browser.pass(ms);
      expect(await outcome).toMatchObject({ ok: true });
    };
    await instruct({ fault: 'heater-stuck-on', course: 'lasting' }, MS_PER_S);
    await instruct({ hint: ' Watch \u00a0 the\u200f heat. ' }, MS_PER_S);
    expect(desk.session.snapshot().anomalies.value).toHaveLength(before + 1);
    expect(logOf(desk)).toContain('Instructor: Watch the heat.');
    const acting = () => {
      const view = desk.session.control.instructorView();
      return view.ok ? view.value.acting.map(({ name }) => name) : [];
    };
    expect(acting()).toContain('heater-stuck-on');
    await instruct({ withdraw: 'heater-stuck-on' }, MS_PER_MIN);
    expect(acting()).not.toContain('heater-stuck-on');
    const soon = { at: addMs(desk.session.mission.time(), 5 * MS_PER_MIN) };
    await instruct({ fault: 'gyro-drift', course: 'lasting' }, MS_PER_S, soon);
    await instruct({ hint: 'Too late.' }, MS_PER_S, { at: addMs(soon.at, MS_PER_MIN) });
    const waiting = () => {
      const view = desk.session.control.instructorView();
      return view.ok ? view.value.triggers : [];
    };
    expect(waiting().map(({ id }) => id)).toEqual(['instructor-1', 'instructor-2']);
    const cancelled = wall.session.ordered.instruct({ cancel: 'instructor-2' });
    browser.pass(4 * MS_PER_MIN);
    expect((await cancelled).ok).toBe(true);
    expect(acting()).not.toContain('gyro-drift');
    browser.pass(3 * MS_PER_MIN);
    expect(acting()).toContain('gyro-drift');
    expect(waiting()).toEqual([]);
    expect(logOf(desk)).not.toContain('Instructor: Too late.');
    const read = readRecording(savedText(desk.session));
    expect(read.ok && replay(read.value).differsAt).toBeUndefined();
    expect(read.ok).toBe(true);
    expectOneMission(browser, [desk, wall]);
  });

  it('keeps bookmarks from any console', async () => {
    const { browser, desk, wall } = await openTwo({ exercise: 'first-contact' });
    expect(leads(wall)).toBe(false);
    const kept = wall.session.ordered.instruct({ bookmark: ' Saw  it late ' });
    browser.pass(MS_PER_S);
    expect((await kept).ok).toBe(true);
    expect(desk.session.mission.exercise()?.bookmarks?.map(({ text }) => text)).toEqual(['Saw it late']);
    expectOneMission(browser, [desk, wall]);
  });

  it.each([
    [{ hint: ' ' }, 'There is nothing to say.'],
    [{ hint: '\u200b' }, 'There is nothing to say.'],
    [{ hint: 'x'.repeat(201) }, 'The text is longer than 200 characters.'],
    [{ fault: 'moon', course: 'lasting' }, 'The instructor cannot do that.'],
    [{ withdraw: 'weak-cell' }, 'weak-cell is not active.'],
    [undefined, 'The instructor cannot do that.'],
  ])('is refused %j in words', async (act, message) => {
    const { desk } = await openTwo({ profile: 'none' });
    expect(await desk.session.ordered.instruct({ act } as never)).toEqual({ ok: false, message });
  });
});

describe('a window that joins a mission', () => {
  it('has the same mission, in which nothing has changed', async () => {
    const { browser, desk, wall } = await openTwo();
    expectOneMission(browser, [desk, wall]);
    expect(desk.session.mission.journal()).toEqual([]);
  });

  it('is listed with its name, and the longest member leads', async () => {
    const { desk, wall } = await openTwo();
    for (const one of [desk, wall]) {
      expect(consolesOf(one).consoles.map(({ name }) => name)).toEqual(['Desk', 'Wall']);
      expect(consolesOf(one).missionId).toBe(MISSION);
    }
    expect(leads(desk)).toBe(true);
    expect(leads(wall)).toBe(false);
  });

  it('begins a mission of its own where nobody shows one', async () => {
    const browser = openBrowser();
    const desk = await browser.open();
    expect(consolesOf(desk).consoles).toHaveLength(1);
    expect(leads(desk)).toBe(true);
  });

  it('gets the next free name beside one of its kind, until it is named', async () => {
    const { browser, desk } = await openTwo();
    const second = await browser.open();
    browser.pass(MS_PER_S);
    expect(consolesOf(desk).consoles.map(({ name }) => name)).toEqual(['Desk', 'Wall', 'Console B']);
    expect(second.session.control.renameConsole('  Flight ')).toEqual({ ok: true, value: 'Flight' });
    browser.pass(MS_PER_S);
    expect(consolesOf(desk).consoles.at(-1)?.name).toBe('Flight');
    expect(second.session.control.renameConsole(' ')).toMatchObject({ ok: false });
  });
});

describe('an operation at one console', () => {
  it('is done in all of them, and the log says which one did it', async () => {
    const { browser, desk, wall } = await openTwo();
    queue(desk);
    browser.pass(10);
    const queued = commandsOf(wall).at(-1);
    expect(queued).toEqual(commandsOf(desk).at(-1));
    wall.session.ordered.executeCommand(queued?.id ?? '');
    browser.pass(MS_PER_MIN);
    expect(commandsOf(desk).find(({ id }) => id === queued?.id)?.status).toBe('Executed');
    expectOneMission(browser, [desk, wall]);
    expect(logOf(desk)).toContainEqual(expect.stringContaining('Desk: '));
    expect(logOf(desk)).toContainEqual(expect.stringContaining('Wall: '));
  });

  it('is done once it arrives, late, and is answered then', async () => {
    const { browser, desk, wall } = await openTwo();
    wall.weather = { deliveries: () => [MS_PER_S] };
    let isAnswered = false;
    const outcome = queue(wall).finally(() => {
      isAnswered = true;
    });
    browser.pass(MS_PER_S - 10);
    queue(desk, 'Data Downlink');
    await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    browser.pass(MS_PER_S);
    expect(await outcome).toMatchObject({ ok: true, value: { name: 'Thermal Control' } });
    expect(commandsOf(wall).slice(-2)).toMatchObject([
      { name: 'Data Downlink' },
      { name: 'Thermal Control' },
    ]);
    expectOneMission(browser, [desk, wall]);
  });

  it.each([
    ['the console', 1],
    ['the sequencer', 0],
  ])('is done once, and shown everywhere, where all that %s says is lost for a second', async (_, index) => {
    const { browser, desk, wall } = await openTwo();
    const held = commandsOf(desk).length;
    const lost = [desk, wall][index] as TestConsole;
    lost.weather = SILENT;
    queue(wall);
    browser.pass(MS_PER_S);
    lost.weather = FAIR;
    browser.pass(2 * MS_PER_S);
    expect(commandsOf(wall)).toHaveLength(held + 1);
    expectOneMission(browser, [desk, wall]);
  });

  it('is reported as done to its page, also where the mission with it is taken over as a whole', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    const handled: string[] = [];
    wall.session.control.subscribe(asListener((update) => void handled.push(...update.handled)));
    // Only the order arrives; the wall does not advance before the news of it.
    desk.weather = SILENT;
    const times = { startTime: '2026-11-21T13:00', endTime: '2026-11-21T14:00' };
    void wall.session.ordered.addEvent({ title: 'Burn', ...times }, 'request of the page');
    wall.freeze();
    browser.pass(MS_PER_S);
    desk.weather = FAIR;
    browser.pass(2 * MS_PER_H);
    wall.wake();
    browser.pass(2 * MS_PER_S);
    expectOneMission(browser, [desk, wall]);
    expect(handled).toContain('request of the page');
  });

  it('is refused where another console has done the same just before', async () => {
    const { browser, desk, wall } = await openTwo();
    queue(desk);
    browser.pass(10);
    const id = commandsOf(desk).at(-1)?.id ?? '';
    expect(await desk.session.ordered.cancelCommand(id)).toMatchObject({ ok: true });
    const second = wall.session.ordered.cancelCommand(id);
    browser.pass(MS_PER_S);
    expect(await second).toMatchObject({ ok: false });
    expectOneMission(browser, [desk, wall]);
    expect(logOf(wall).filter((text) => text.includes('cancel'))).toHaveLength(1);
  });
});

describe('time', () => {
  it('goes on at the rate that any console sets, at the same instant everywhere', async () => {
    const { browser, desk, wall } = await openTwo();
    desk.session.control.slowOnCritical(false);
    wall.session.ordered.setRate(60);
    browser.pass(10 * MS_PER_S);
    expect(Math.abs(timeOf(desk) - timeOf(wall))).toBeLessThanOrEqual(60 * 250);
    expect(timeOf(desk)).toBeGreaterThan(browser.now() + 9 * MS_PER_MIN);
    desk.session.ordered.setRate(0);
    browser.pass(MS_PER_S);
    expectOneMission(browser, [desk, wall]);
    expect(wall.session.snapshot().transport.value.rate).toBe(0);
  });

  it('is paused at the same instant in a console that slept, and was behind', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    wall.session.ordered.setRate(10);
    browser.pass(MS_PER_S);
    wall.freeze();
    browser.pass(12 * MS_PER_S);
    desk.session.ordered.setRate(0);
    browser.pass(10);
    wall.wake();
    browser.pass(2 * MS_PER_S);
    expectOneMission(browser, [desk, wall]);
  });

  it('stops for all at the target of a run', async () => {
    const { browser, desk, wall } = await openTwo({ profile: 'none' });
    desk.session.ordered.runUntil('eclipse');
    browser.pass(30 * MS_PER_S);
    expect(desk.session.snapshot().transport.value.rate).toBe(0);
    expectOneMission(browser, [desk, wall]);
  });

  it('returns to UTC for all, and what was lived ahead is a branch', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    desk.session.ordered.setRate(300);
    browser.pass(10 * MS_PER_S);
    queue(wall);
    browser.pass(MS_PER_S);
    desk.session.ordered.returnToUtc();
    browser.pass(2 * MS_PER_S);
    expect(Math.abs(timeOf(wall) - browser.now())).toBeLessThanOrEqual(MS_PER_S);
    expectOneMission(browser, [desk, wall]);
    for (const one of [desk, wall]) {
      expect(one.session.snapshot().transport.value.branches).toHaveLength(2);
    }
  });

  it('leaves no window in the replay of an instant that the mission never had', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    desk.session.ordered.setRate(300);
    browser.pass(10 * MS_PER_S);
    desk.session.control.seek(addMs(desk.session.mission.time(), -MS_PER_MIN));
    const past = later(30 * MS_PER_S);
    wall.session.control.seek(past);
    const returned = wall.session.ordered.returnToUtc();
    browser.pass(2 * MS_PER_S);
    expect(await returned).toMatchObject({ ok: true });
    expect(leads(desk)).toBe(true);
    expect(desk.session.snapshot().transport.value.mode).toBe('live');
    expectOneMission(browser, [desk, wall]);
  });

  it('tells each window what it has kept, by the letter that the branch has there', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    const told = new Map([desk, wall].map((one) => [one, listenTo(one)]));
    browser.pass(5 * MS_PER_S);
    branchOff(wall);
    runAheadAndReturn(browser, desk);
    expect(
      told
        .get(desk)?.()
        .filter((text) => text.includes('branch B')),
    ).toHaveLength(1);
    const [there, ...more] =
      told
        .get(wall)?.()
        .filter((text) => text.includes('Another console')) ?? [];
    expect(there).toMatch(
      /^Another console has brought the mission to \d\d:\d\d:\d\d UTC\. What it had simulated after that, up to \d\d:\d\d:\d\d UTC, is branch C of this console\.$/,
    );
    expect(more).toEqual([]);
    const { branches } = wall.session.snapshot().transport.value;
    expect(branches.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
  });

  it('says what is lost where a window has no room for another branch', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    const told = listenTo(wall);
    browser.pass(5 * MS_PER_S);
    for (let count = 0; count < BRANCH_CAP; count += 1) branchOff(wall);
    runAheadAndReturn(browser, desk);
    expect(told().filter((text) => text.includes('is lost: this console has 20 branches.'))).toHaveLength(1);
  });

  it('leaves what was done ahead behind, and does again once what crossed it on its way', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    const held = commandsOf(desk).length;
    desk.session.ordered.setRate(300);
    browser.pass(10 * MS_PER_S);
    for (let count = 0; count < 3; count += 1) queue(wall, 'Calibrate Sensors');
    browser.pass(MS_PER_S);
    desk.session.ordered.returnToUtc();
    queue(wall, 'Rotate Antenna'); // before it learns of the return
    browser.pass(2 * MS_PER_S);
    for (let count = 0; count < 5; count += 1) queue(wall);
    browser.pass(2 * MS_PER_S);
    expectOneMission(browser, [desk, wall]);
    const [again, ...later] = commandsOf(desk).slice(held);
    expect(again?.name).toBe('Rotate Antenna');
    expect(later.map(({ name }) => name)).toEqual(Array(5).fill('Thermal Control'));
    const ids = commandsOf(desk).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('tells the others at once which past instant it shows, or that it shows a branch', async () => {
    const { browser, desk, wall } = await openTwo();
    browser.pass(5 * MS_PER_S);
    const deskOf = () => consolesOf(wall).consoles.find(({ id }) => id === consolesOf(desk).self);
    const past = addMs(desk.session.mission.time(), -3 * MS_PER_S);
    desk.session.control.seek(past);
    browser.pass(MS_PER_S);
    expect(deskOf()).toMatchObject({ past });
    desk.session.control.takeOver();
    browser.pass(MS_PER_S);
    expect(deskOf()).toMatchObject({ showsBranch: true });
    expect(deskOf()?.past).toBeUndefined();
    desk.session.ordered.returnToUtc();
    browser.pass(MS_PER_S);
    expect(deskOf()?.showsBranch).toBeUndefined();
  });

  it('plays the past in one window only, whichever orders what happens', async () => {
    const { browser, desk, wall } = await openTwo();
    browser.pass(10 * MS_PER_S);
    for (const [player, other] of [
      [desk, wall],
      [wall, desk],
    ] as const) {
      // The clock shows whole seconds.
      const past = later(5 * MS_PER_S);
      player.session.control.seek(past);
      expect(await player.session.ordered.setRate(2)).toEqual({ ok: true, value: 2 });
      browser.pass(2 * MS_PER_S);
      expect(player.session.snapshot().clock.value.time).toBe(addMs(past, 4 * MS_PER_S));
      expect(other.session.snapshot().transport.value).toMatchObject({
        mode: 'live',
        rate: 1,
        isInStep: true,
      });
      player.session.control.seek();
    }
    expectOneMission(browser, [desk, wall]);
  });

  it('shows a past instant and a branch in one window only', async () => {
    const { browser, desk, wall } = await openTwo();
    desk.session.control.seek(desk.session.mission.time());
    desk.session.control.takeOver();
    queue(desk);
    browser.pass(5 * MS_PER_S);
    expect(wall.session.snapshot().transport.value).toMatchObject({
      branch: 'A',
      mode: 'live',
      isInStep: true,
    });
    expect(wall.session.mission.journal()).toEqual([]);
    desk.session.control.showBranch('A');
    browser.pass(MS_PER_S);
    expectOneMission(browser, [desk, wall]);
  });
});

describe('a console that follows another one', () => {
  it('shows the past instants that that one shows, until its own time is controlled', async () => {
    const { browser, desk, wall } = await openTwo();
    const past = later(30 * MS_PER_S);
    const self = consolesOf(desk).self;
    const clockOf = ({ session }: TestConsole) => session.snapshot().clock.value.time;
    desk.session.control.seek(past);
    browser.pass(MS_PER_S);
    expect(wall.session.snapshot().transport.value.mode).toBe('live');
    expect(wall.session.control.followConsole(self)).toEqual({ ok: true, value: self });
    expect(clockOf(wall)).toBe(past);
    desk.session.control.seek(later(40 * MS_PER_S));
    browser.pass(MS_PER_S);
    expect(clockOf(wall)).toBe(later(40 * MS_PER_S));
    desk.session.control.setRate(5);
    browser.pass(2 * MS_PER_S);
    // A heartbeat informs it of each instant twice a second.
    expect(clockOf(desk)).toBe(later(50 * MS_PER_S));
    expect(clockOf(wall)).toBeGreaterThan(later(45 * MS_PER_S));
    expect(clockOf(wall)).toBeLessThanOrEqual(clockOf(desk));
    desk.session.control.seek();
    browser.pass(MS_PER_S);
    expect(wall.session.snapshot().transport.value.mode).toBe('live');
    wall.session.control.seek(past);
    desk.session.control.seek(later(50 * MS_PER_S));
    browser.pass(MS_PER_S);
    expect(clockOf(wall)).toBe(past);
    expect(consolesOf(wall).follows).toBeUndefined();
    expect(wall.session.control.followConsole('nobody')).toMatchObject({ ok: false });
  });

  it('has to show the mission itself, and not a branch', async () => {
    const { desk, wall } = await openTwo();
    wall.session.control.takeOver();
    const { self } = consolesOf(desk);
    const refusal = { ok: false, message: 'Show the mission itself first.' };
    expect(wall.session.control.followConsole(self)).toEqual(refusal);
    expect(consolesOf(wall).follows).toBeUndefined();
    expect(wall.session.control.followConsole()).toMatchObject({ ok: true });
    wall.session.control.showBranch('A');
    expect(wall.session.control.followConsole(self)).toMatchObject({ ok: true });
  });
});

describe('a console that shows the past of a mission that it has just joined', () => {
  /** Opens a desk whose mission is hours old, and a wall that has just joined it. */
  async function openLate() {
    const browser = openBrowser();
    const options = { profile: 'none', propagators: GROUNDED } as const;
    const desk = await browser.open({ joins: false, ...options });
    browser.pass(4 * MS_PER_H);
    desk.session.control.seek(later(30 * MS_PER_S));
    const wall = await browser.open({ kind: 'wall', ...options });
    const modeOf = ({ session }: TestConsole) => session.snapshot().transport.value.mode;
    const clockOf = ({ session }: TestConsole) => session.snapshot().clock.value.time;
    return { browser, desk, wall, modeOf, clockOf };
  }
  const LOADING = / is being loaded\. The chosen instant is shown once it is there\.$/;

  it('follows another one once that past is there', async () => {
    const { browser, desk, wall, modeOf, clockOf } = await openLate();
    const told = listenTo(wall);
    browser.pass(10);
    wall.session.control.followConsole(consolesOf(desk).self);
    expect(modeOf(wall)).toBe('live');
    expect(told()).toEqual([expect.stringMatching(LOADING)]);
    browser.pass(10 * MS_PER_S);
    expect(clockOf(wall)).toBe(later(30 * MS_PER_S));
    expect(told()).toHaveLength(1);
  });

  it('shows its instant again once that is there, where it has taken over the mission anew', async () => {
    const { browser, desk, wall, modeOf, clockOf } = await openLate();
    browser.pass(10 * MS_PER_S);
    wall.session.control.seek(later(30 * MS_PER_S));
    expect(modeOf(wall)).toBe('replay');
    const told = listenTo(wall);
    wall.freeze();
    browser.pass(MS_PER_H);
    wall.wake();
    wall.session.advanceTo(browser.now());
    browser.pass(MS_PER_S);
    expect(timeOf(wall)).toBeGreaterThan(timeOf(desk) - MS_PER_S);
    expect(modeOf(wall)).toBe('live');
    expect(told()).toContainEqual(expect.stringMatching(LOADING));
    browser.pass(20 * MS_PER_S);
    expect(clockOf(wall)).toBe(later(30 * MS_PER_S));
  });
});

describe('a window that ends or stands still', () => {
  it('is followed as the leader by another one within two seconds', async () => {
    const { browser, desk, wall } = await openTwo();
    desk.kill();
    browser.pass(2 * MS_PER_S);
    expect(leads(wall)).toBe(true);
    expect(consolesOf(wall).consoles).toMatchObject([{ name: 'Desk', isSilent: true }, { name: 'Wall' }]);
    browser.pass(2 * MS_PER_MIN);
    expect(consolesOf(wall).consoles).toHaveLength(1);
  });

  it.each([
    ['some seconds', 5 * MS_PER_S],
    ['two hours', 2 * MS_PER_H],
    ['more than a day', 25 * MS_PER_H],
  ])('is whole again within a second after %s', async (_, ms) => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    wall.freeze();
    queue(desk);
    browser.pass(ms);
    queue(desk, 'Data Downlink');
    browser.pass(MS_PER_S);
    wall.wake();
    browser.pass(MS_PER_S);
    expectOneMission(browser, [desk, wall]);
  });
});

describe('a window that waits for the one that orders', () => {
  it('tells its page at least once a second that it runs', async () => {
    const { browser, desk, wall } = await openTwo();
    let updates = 0;
    wall.session.control.subscribe(
      asListener(() => {
        updates += 1;
      }),
    );
    // Its heartbeats arrive, and nothing else does.
    const { self } = consolesOf(desk);
    const introduction = { id: self, build: 'one', since: later(0), name: 'Desk', kind: 'desk' } as const;
    const port = browser.openPort();
    desk.freeze();
    for (let second = 0; second < 10; second += 1) {
      const before = updates;
      port.send({ type: 'beat', beat: { ...introduction, term: { number: 1, sequencer: self } } });
      browser.pass(MS_PER_S);
      expect(updates).toBeGreaterThan(before);
    }
    expect(leads(wall)).toBe(false);
  });

  it('is heard of although the clock of the computer was set back', async () => {
    const { browser, desk, wall } = await openTwo();
    browser.setClock(-MS_PER_H);
    browser.pass(10 * MS_PER_S);
    expect(consolesOf(desk).consoles.map(({ isSilent }) => isSilent)).toEqual([false, false]);
    const heard: string[] = [];
    browser.openPort().listen((message) => heard.push(message.type));
    browser.pass(5 * MS_PER_S);
    expect(heard.filter((type) => type === 'beat').length).toBeGreaterThanOrEqual(10);
    expectOneMission(browser, [desk, wall]);
  });
});

describe('a window whose worker is replaced', () => {
  it.each([
    ['the window that orders', 0],
    ['another window', 1],
  ])(
    'goes on with the mission of the others, which never goes back, and loses no operation: %s',
    async (_, index) => {
      const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
      const lost = [desk, wall][index] as TestConsole;
      const other = [wall, desk][index] as TestConsole;
      const resume = resumeOf(lost.session);
      lost.kill();
      browser.pass(3 * MS_PER_S);
      const before = timeOf(other);
      const again = await browser.open({ joins: false, resume, propagators: GROUNDED, profile: 'none' });
      queue(again);
      browser.pass(MS_PER_S);
      expect(timeOf(other)).toBeGreaterThan(before);
      expect(leads(other)).toBe(true);
      browser.pass(2 * MS_PER_S);
      expectOneMission(browser, [other, again]);
      expect(commandsOf(other).at(-1)?.name).toBe('Thermal Control');
    },
  );

  it.each([
    ['a pause', (one: TestConsole) => one.session.ordered.setRate(0), 0],
    ['a rate', (one: TestConsole) => one.session.ordered.setRate(60), 60],
  ] as const)(
    '%s that is ordered before it has heard the console that orders takes effect for all',
    async (_, order, rate) => {
      const { browser, desk, wall } = await openTwo();
      const resume = resumeOf(wall.session);
      wall.kill();
      browser.pass(2 * MS_PER_S);
      // Its new worker has asked for the mission, and the answer was late.
      const again = await browser.open({ joins: false, resume });
      expect(await order(again)).toMatchObject({ ok: true });
      browser.pass(4 * MS_PER_S);
      for (const { session } of [desk, again]) {
        expect(session.snapshot().transport.value.rate).toBe(rate);
      }
      expect(leads(desk)).toBe(true);
      expectOneMission(browser, [desk, again]);
    },
  );

  it.each([
    ['a pause', (one: TestConsole) => one.session.ordered.setRate(0), 0],
    ['a rate', (one: TestConsole) => one.session.ordered.setRate(60), 60],
  ] as const)(
    '%s that is ordered while it hears nobody, and believes that it orders, takes effect for all',
    async (_, order, rate) => {
      const { browser, desk, wall } = await openTwo();
      const resume = resumeOf(desk.session);
      desk.kill();
      browser.pass(4 * MS_PER_S);
      expect(leads(wall)).toBe(true);
      wall.weather = SILENT;
      const again = await browser.open({ joins: false, resume, weather: SILENT });
      browser.pass(3 * MS_PER_S);
      expect(leads(again)).toBe(true);
      expect(await order(again)).toMatchObject({ ok: true });
      browser.pass(3 * MS_PER_S);
      for (const one of [wall, again]) one.weather = FAIR;
      browser.pass(4 * MS_PER_S);
      for (const { session } of [wall, again]) {
        expect(session.snapshot().transport.value.rate).toBe(rate);
      }
      expect(leads(wall)).toBe(true);
      expectOneMission(browser, [wall, again]);
    },
  );
});

describe('two windows that continue one kept mission at the same moment', () => {
  it.each([
    ['minutes', 10 * MS_PER_MIN],
    ['more than a day', 25 * MS_PER_H],
  ])('have the same mission, and lose no operation, after %s', async (_, ms) => {
    const options = { propagators: GROUNDED, profile: 'none' } as const;
    const before = startMission(options);
    before.advanceTo(later(20 * MS_PER_MIN));
    before.control.queueCommand({ name: 'Thermal Control', scheduledTime: '2026-11-22T13:00' });
    const browser = openBrowser();
    browser.pass(20 * MS_PER_MIN + ms);
    const open = () => browser.open({ resume: resumeOf(before), isKept: true, ...options });
    const [one, other] = await Promise.all([open(), open()]);
    queue(one, 'Data Downlink');
    queue(other, 'Attitude Adjustment');
    browser.pass(5 * MS_PER_S);
    expectOneMission(browser, [one, other]);
    const names = ['Thermal Control', 'Data Downlink', 'Attitude Adjustment'];
    expect(
      commandsOf(one)
        .map(({ name }) => name)
        .slice(-3)
        .toSorted(),
    ).toEqual(names.toSorted());
    expect(consolesOf(one).consoles).toHaveLength(2);
    expect([one, other].filter(leads)).toHaveLength(1);
    expect(browser.unread()).toEqual([]);
  });
});

describe('a mission that is shown', () => {
  it('is told to who asks, and a frozen window tells nothing', async () => {
    const browser = openBrowser();
    const desk = await browser.open();
    const port = browser.openPort();
    const heard: string[] = [];
    port.listen(({ type }) => heard.push(type));
    port.send({ type: 'who' });
    browser.pass(10);
    expect(heard).toEqual(['beat']);
    expect(consolesOf(desk).consoles).toHaveLength(1);
    desk.freeze();
    port.send({ type: 'who' });
    browser.pass(MS_PER_S);
    expect(heard).toHaveLength(1);
  });
});

describe('a mission that differs from that of another console', () => {
  it('is noticed within a minute, named, and rebuilt from the journal', async () => {
    const browser = openBrowser();
    await browser.open({ joins: false, planFault: OVER_AT_ONCE });
    browser.pass(MS_PER_MIN);
    const wall = await browser.open({ kind: 'wall' });
    const until = later(20 * MS_PER_MIN);
    while (consolesOf(wall).differedAt === undefined && browser.now() < until) browser.pass(MS_PER_S);
    const { differedAt = 0 } = consolesOf(wall);
    expect(browser.now() - differedAt).toBeLessThanOrEqual(MS_PER_MIN);
    const { header } = wall.session.mission;
    const again = createMission({ ...header, journal: wall.session.mission.journal() });
    again.advanceTo(wall.session.mission.time());
    expect(hashOf(wall)).toBe(again.hash());
  });
});

describe('another build of the page', () => {
  it('does not join, and the older window says so', async () => {
    const { browser, desk } = await openTwo();
    const before = hashOf(desk);
    const other = await browser.open({ build: 'two' });
    browser.pass(MS_PER_S);
    expect(consolesOf(desk).otherBuild).toBe('newer');
    expect(consolesOf(other).otherBuild).toBe('older');
    expect(consolesOf(desk).consoles).toHaveLength(2);
    expect(before).not.toBe(hashOf(other));
  });

  it('is told of for as long as its window is there', async () => {
    const { browser, desk, wall } = await openTwo({ propagators: GROUNDED, profile: 'none' });
    const other = await browser.open({ build: 'two', propagators: GROUNDED, profile: 'none' });
    browser.pass(5 * MS_PER_MIN);
    for (const one of [desk, wall]) expect(consolesOf(one).otherBuild).toBe('newer');
    expect(consolesOf(other).otherBuild).toBe('older');
    expect(consolesOf(other).consoles).toHaveLength(1);
    other.kill();
    browser.pass(MS_PER_MIN + 2 * MS_PER_S);
    for (const one of [desk, wall]) expect(consolesOf(one).otherBuild).toBeUndefined();
    const another = await browser.open({ build: 'two', propagators: GROUNDED, profile: 'none' });
    browser.pass(MS_PER_S);
    expect(consolesOf(desk).otherBuild).toBe('newer');
    desk.kill();
    wall.kill();
    browser.pass(MS_PER_MIN + 2 * MS_PER_S);
    expect(consolesOf(another).otherBuild).toBeUndefined();
  });
});
