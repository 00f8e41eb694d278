import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissionUpdate } from '../../../../../src/shared/contract/mission-control.ts';
import { RATES, type Rate, type RunTarget } from '../../../../../src/shared/contract/transport.ts';
import { TELEMETRY_PERIOD_MS } from '../../../../../src/shared/entities/constants.ts';
import type { MissionProfile } from '../../../../../src/shared/entities/mission-profile.ts';
import { SPACECRAFT } from '../../../../../src/shared/entities/satellites.ts';
import {
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import { createMission } from '../../../../../src/worker/mission/mission.ts';
import { openSession, type Session } from '../../../../../src/worker/session/session.ts';
import { ACTIVE_STATIONS, passesOver } from '../../../../support/contact-plans.ts';
import { recordUpdates, resumeOf, T0 } from '../../../../support/mission.ts';

/** Starts a session and the clock that drives it. */
function startSession(options: { readonly seed?: number; readonly profile?: MissionProfile } = {}) {
  let wall: EpochMs = T0;
  const session = openSession({ clock: { now: () => wall }, seed: 1, ...options });
  return {
    session,
    now: () => wall,
    /** Drives it like the worker: a call every quarter of a second. */
    pass(ms: number): void {
      const end = wall + ms;
      while (wall < end) {
        wall = epochMs(Math.min(wall + 250, end));
        while (!session.advanceTo(wall, 10 * MS_PER_MIN));
      }
    },
    /** Advances the clock without calls. */
    sleep(ms: number): void {
      wall = epochMs(wall + ms);
    },
  };
}

const transportOf = (session: Session) => session.snapshot().transport.value;
const offsetMs = (session: Session, wall: EpochMs) => session.mission.time() - wall;

/** With this seed an anomaly of the first minute becomes Critical. */
const CRITICAL_SOON = 23;

/** Returns the hash of a mission advanced to an instant in one step. */
function hashAt(session: Session, time: EpochMs): string {
  const mission = createMission({ ...session.mission.header, journal: session.mission.journal() });
  mission.advanceTo(time);
  return mission.hash();
}

describe('the rate', () => {
  it('is 1× in step with UTC at the start', () => {
    const { session, pass, now } = startSession();
    pass(10 * MS_PER_S);
    expect(transportOf(session)).toMatchObject({ rate: 1, isInStep: true, mode: 'live', branch: 'A' });
    expect(offsetMs(session, now())).toBe(0);
  });

  it.each(RATES.filter((rate) => rate > 1))('%d× lives that much more mission time', (rate) => {
    const { session, pass, now } = startSession({ profile: 'none' });
    session.control.setRate(rate);
    pass(MS_PER_S);
    expect(session.mission.time() - T0).toBe(MS_PER_S * rate);
    expect(transportOf(session)).toMatchObject({ rate, isInStep: false });
    expect(offsetMs(session, now())).toBeGreaterThan(0);
  });

  it('refuses one that is not in the list, and nothing changes', () => {
    const { session } = startSession();
    expect(session.control.setRate(7 as Rate)).toEqual({ ok: false, message: 'There is no rate 7.' });
    expect(transportOf(session)).toMatchObject({ rate: 1, isInStep: true });
  });

  it('0 stands still, changes no byte, and resumes without a jump', () => {
    const { session, pass } = startSession();
    pass(12_340);
    session.control.setRate(0);
    const [hash, time] = [session.mission.hash(), session.mission.time()];
    pass(MS_PER_MIN);
    expect(session.mission.hash()).toBe(hash);
    session.control.setRate(1);
    expect(session.mission.time()).toBe(time);
    pass(MS_PER_S);
    expect(session.mission.time() - time).toBe(MS_PER_S);
    expect(transportOf(session)).toMatchObject({ rate: 1, isInStep: false });
  });

  it('sends an update a second while the mission stands still', () => {
    const { session, pass } = startSession();
    session.control.setRate(0);
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    pass(10 * MS_PER_S);
    expect(updates.length).toBeGreaterThan(10);
    expect(updates.every(({ rate }) => rate === 0)).toBe(true);
  });

  it('does not make up for a sleep of the computer', () => {
    const { session, pass, sleep } = startSession({ profile: 'none' });
    session.control.setRate(60);
    pass(2 * MS_PER_S);
    const time = session.mission.time();
    sleep(3 * MS_PER_H);
    pass(MS_PER_S);
    expect(session.mission.time() - time).toBeLessThanOrEqual(62 * MS_PER_S);
  });

  it('drops to 1× on a new Critical anomaly, unless that is switched off, and can be continued', () => {
    const drive = (isOn: boolean) => {
      const { session, pass } = startSession({ seed: CRITICAL_SOON });
      session.control.slowOnCritical(isOn);
      session.control.setRate(60);
      pass(2 * MS_PER_S);
      return session;
    };
    const slowed = drive(true);
    const [newest] = slowed.snapshot().anomalies.value;
    expect(newest?.severity).toBe('Critical');
    expect(transportOf(slowed)).toMatchObject({ rate: 1, interrupted: { rate: 60, anomaly: newest?.type } });
    expect(slowed.control.continueRun()).toEqual({ ok: true, value: 60 });
    expect(transportOf(slowed)).toMatchObject({ rate: 60 });
    expect(transportOf(slowed).interrupted).toBeUndefined();
    const unslowed = transportOf(drive(false));
    expect(unslowed.rate).toBe(60);
    expect(unslowed.interrupted).toBeUndefined();
  });

  it('says what is achieved where the machine is too slow', () => {
    const { session, sleep, now } = startSession({ profile: 'none' });
    session.control.setRate(3600);
    for (let second = 0; second < 8; second++) {
      sleep(MS_PER_S);
      session.advanceTo(now(), 10 * MS_PER_MIN); // one slice a second: 600×
    }
    expect(transportOf(session).achievedRate).toBe(600);
  });
});

/** Runs of the property below; `FOLD_RUNS` makes them long. */
const RUNS = Number(process.env.FOLD_RUNS ?? 2);
/** Longest mission time of a run. */
const LONGEST_MS = Number(process.env.FOLD_RUNS ? 24 * MS_PER_H : 30 * MS_PER_MIN);

describe('a mission at any rates, with pauses, seeks and hidden spells', () => {
  it('has the hash of the same time at 1×', () => {
    const step = fc.record({
      rate: fc.constantFrom<Rate>(...RATES),
      seconds: fc.integer({ min: 1, max: 20 }),
      event: fc.constantFrom('none', 'sleep', 'seek', 'return'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 12 }), fc.nat(), (steps, seed) => {
        const { session, pass, sleep } = startSession({ seed });
        const lived = () => session.mission.time() - T0;
        session.control.slowOnCritical(false);
        for (const { rate, seconds, event, share } of steps) {
          session.control.setRate(rate);
          if (event === 'sleep') sleep(20 * MS_PER_S);
          if (event === 'seek') session.control.seek(epochMs(T0 + Math.floor(share * lived())));
          if (event === 'return') session.control.seek();
          for (let second = 0; second < seconds && lived() < LONGEST_MS; second++) pass(MS_PER_S);
        }
        expect(session.mission.hash()).toBe(hashAt(session, session.mission.time()));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('run until', () => {
  const passes = (session: Session) => {
    const plan = session.snapshot().contacts.value.satellites[SPACECRAFT];
    if (!plan.ok) throw new Error(plan.message);
    return ACTIVE_STATIONS.flatMap(({ id }) => passesOver(plan.value, id));
  };
  const shadows = (session: Session) => {
    const plan = session.snapshot().contacts.value.satellites[SPACECRAFT];
    if (!plan.ok) throw new Error(plan.message);
    return plan.value.eclipseTransitions;
  };
  const firstAfter = (times: readonly EpochMs[]) => Math.min(...times.filter((time) => time > T0));

  it.each<[RunTarget, (session: Session) => number]>([
    ['aos', (session) => firstAfter(passes(session).map(({ aos }) => aos))],
    ['los', (session) => firstAfter(passes(session).map(({ los }) => los))],
    ['sunrise', (session) => firstAfter(shadows(session).flatMap((s) => (s.isEclipsed ? [] : [s.time])))],
    ['eclipse', (session) => firstAfter(shadows(session).flatMap((s) => (s.isEclipsed ? [s.time] : [])))],
  ])('pauses within a second of the next %s', (target, instantOf) => {
    const { session, pass } = startSession({ profile: 'none' });
    const instant = instantOf(session);
    expect(session.control.runUntil(target)).toMatchObject({ ok: true });
    expect(transportOf(session)).toMatchObject({ runUntil: target, rate: 300 });
    pass(2 * MS_PER_MIN);
    expect(transportOf(session)).toMatchObject({ rate: 0 });
    expect(transportOf(session).runUntil).toBeUndefined();
    expect(session.mission.time() - instant).toBeGreaterThanOrEqual(0);
    expect(session.mission.time() - instant).toBeLessThan(MS_PER_S);
  });

  it('reaches its target also at another rate that is chosen on the way; 1× and a pause end the run', () => {
    const { session, pass } = startSession({ profile: 'none' });
    const aos = firstAfter(passes(session).map(({ aos }) => aos));
    session.control.runUntil('aos');
    pass(MS_PER_S);
    session.control.setRate(60);
    expect(transportOf(session)).toMatchObject({ rate: 60, runUntil: 'aos' });
    pass(10 * MS_PER_MIN);
    expect(transportOf(session).rate).toBe(0);
    expect(session.mission.time() - aos).toBeLessThan(MS_PER_S);
    for (const rate of [1, 0] as const) {
      session.control.runUntil('aos');
      session.control.setRate(rate);
      expect(transportOf(session).rate).toBe(rate);
      expect(transportOf(session).runUntil).toBeUndefined();
    }
  });

  it('pauses at the time of a queued command and of an event', () => {
    const { session, pass } = startSession({ profile: 'none' });
    for (const { id, status } of session.snapshot().commands.value)
      if (status === 'Pending') session.control.cancelCommand(id);
    session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T12:47' });
    session.control.runUntil('command');
    pass(30 * MS_PER_S);
    expect(session.mission.time()).toBe(Date.UTC(2026, 10, 20, 12, 47));
    session.control.addEvent({ title: 'Burn', startTime: '2026-11-20T12:51', endTime: '2026-11-20T12:55' });
    session.control.runUntil('event');
    pass(30 * MS_PER_S);
    expect(session.mission.time()).toBe(Date.UTC(2026, 10, 20, 12, 51));
  });

  it('pauses at a new anomaly', () => {
    const { session, pass } = startSession({ seed: 3 });
    const before = session.snapshot().anomalies.value[0]?.id;
    session.control.runUntil('alarm');
    pass(2 * MS_PER_MIN);
    expect(session.snapshot().anomalies.value[0]?.id).not.toBe(before);
    expect(transportOf(session).rate).toBe(0);
    session.control.seek(epochMs(session.mission.time() - MS_PER_S));
    expect(session.snapshot().anomalies.value[0]?.id).toBe(before);
  });

  it('pauses at an anomaly that something else than time has caused, such as an instructor', () => {
    const { session, pass } = startSession({ profile: 'none' });
    session.control.setRate(300);
    session.control.runUntil('alarm');
    pass(MS_PER_S);
    expect(transportOf(session).rate).toBe(300);
    const injected = session.control.demonstrateFault('Signal');
    if (!injected.ok) throw new Error(injected.message);
    const time = session.mission.time();
    pass(10 * MS_PER_S);
    expect(transportOf(session).rate).toBe(0);
    expect(session.mission.time() - time).toBeLessThanOrEqual(TELEMETRY_PERIOD_MS);
  });

  it('pauses on a new Critical anomaly, names it, and can be continued to the same target at the same rate', () => {
    const { session, pass } = startSession({ seed: CRITICAL_SOON });
    session.control.setRate(60);
    session.control.runUntil('sunrise');
    pass(2 * MS_PER_S);
    const time = session.mission.time();
    const [newest] = session.snapshot().anomalies.value;
    expect(newest?.severity).toBe('Critical');
    expect(transportOf(session)).toMatchObject({
      rate: 0,
      interrupted: { time, anomaly: newest?.type, rate: 60, runUntil: 'sunrise' },
    });
    pass(MS_PER_MIN);
    expect(session.mission.time()).toBe(time);
    // Viewing the cause in the past does not withdraw the offer.
    session.control.seek(epochMs(T0 + MS_PER_S));
    expect(session.control.continueRun()).toEqual({ ok: true, value: 60 });
    expect(transportOf(session)).toMatchObject({ rate: 60, runUntil: 'sunrise', mode: 'live' });
    expect(transportOf(session).interrupted).toBeUndefined();
    pass(MS_PER_S);
    expect(session.mission.time()).toBeGreaterThan(time);
  });

  it('offers nothing to continue once the operator has chosen how time goes on', () => {
    const { session, pass } = startSession({ seed: CRITICAL_SOON });
    session.control.setRate(60);
    session.control.runUntil('sunrise');
    pass(2 * MS_PER_S);
    session.control.setRate(1);
    expect(transportOf(session).interrupted).toBeUndefined();
    expect(session.control.continueRun()).toEqual({ ok: false, message: 'Nothing has been interrupted.' });
  });

  it('still offers to continue what a Critical anomaly has paused after a restart of the worker', () => {
    const { session, pass, now } = startSession({ seed: CRITICAL_SOON });
    session.control.runUntil('sunrise');
    pass(2 * MS_PER_S);
    const { interrupted } = transportOf(session);
    expect(interrupted).toMatchObject({ rate: 300, runUntil: 'sunrise' });
    const resumed = openSession({ clock: { now }, seed: 1, resume: resumeOf(session) });
    expect(transportOf(resumed).interrupted).toEqual(interrupted);
  });

  it('is refused where there is nothing to wait for', () => {
    const { session } = startSession();
    for (const { id, status } of session.snapshot().commands.value)
      if (status === 'Pending') session.control.cancelCommand(id);
    expect(session.control.runUntil('command')).toEqual({
      ok: false,
      message: 'No command is due: queue one with a later time first.',
    });
  });
});

describe('a step', () => {
  it('tells what happens in it', () => {
    const { session, pass } = startSession({ seed: 3 });
    const { updates, listener } = recordUpdates();
    pass(1_000);
    session.control.subscribe(listener);
    const before = session.snapshot().anomalies.value[0]?.id;
    while (session.snapshot().anomalies.value[0]?.id === before) session.control.step();
    const [anomaly] = session.snapshot().anomalies.value;
    expect(updates.flatMap(({ notices }) => notices.map(({ text }) => text))).toContain(
      `New anomaly detected: ${anomaly?.type}`,
    );
  });

  it('pauses and lives up to the next sample', () => {
    const { session, pass } = startSession();
    pass(1_234);
    expect(session.control.step()).toEqual({ ok: true, value: T0 + TELEMETRY_PERIOD_MS });
    expect(transportOf(session).rate).toBe(0);
    expect(session.control.step()).toEqual({ ok: true, value: T0 + 2 * TELEMETRY_PERIOD_MS });
  });
});

describe('a return to UTC', () => {
  it('lives through a pause', () => {
    const { session, pass, now } = startSession();
    session.control.setRate(0);
    pass(11 * MS_PER_MIN); // longer than is simulated in one call
    session.control.returnToUtc();
    pass(MS_PER_S);
    expect(offsetMs(session, now())).toBe(0);
    expect(transportOf(session)).toMatchObject({ rate: 1, isInStep: true });
    expect(session.mission.hash()).toBe(hashAt(session, session.mission.time()));
  });

  it('reports its own gap after a pause that has ended a catch-up with a suspension', () => {
    const { session, sleep, now, pass } = startSession({ profile: 'none' });
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    sleep(6 * MS_PER_H);
    expect(session.advanceTo(now(), 10 * MS_PER_MIN)).toBe(false);
    session.control.setRate(0);
    pass(30 * MS_PER_MIN);
    session.control.returnToUtc();
    pass(MS_PER_S);
    const told = updates.flatMap(({ notices }) => notices.map(({ text }) => text));
    expect(told.filter((text) => /suspended|UTC/.test(text))).toEqual([
      'Mission time has returned to UTC; 6 h 20 min caught up.',
    ]);
  });

  it('goes back to the instant of UTC, and keeps what was ahead as a branch', () => {
    const { session, pass, now } = startSession();
    session.control.slowOnCritical(false);
    session.control.setRate(600);
    pass(4 * MS_PER_S);
    const ahead = session.mission.hash();
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    updates.length = 0; // discards the mission's own updates
    const edge = new Date(session.mission.time()).toISOString().slice(11, 19);
    expect(session.control.returnToUtc()).toMatchObject({ ok: true });
    expect(updates.flatMap(({ notices }) => notices.map(({ text }) => text))).toEqual([
      `The mission has returned to UTC. What it had simulated ahead of UTC, up to ${edge} UTC, is branch B.`,
    ]);
    expect(session.mission.time()).toBe(now());
    expect(session.mission.hash()).toBe(hashAt(session, now()));
    expect(transportOf(session).branches).toEqual([
      { id: 'A', name: 'A' },
      { id: 'B', name: 'B', origin: { parent: 'A', time: now() } },
    ]);
    session.control.showBranch('B');
    expect(session.mission.hash()).toBe(ahead);
  });

  it('leaves a branch that was taken ahead of UTC with what it has parted from', () => {
    const { session, pass, now } = startSession();
    session.control.setRate(600);
    pass(4 * MS_PER_S);
    const parting = session.mission.time();
    session.control.takeOver();
    pass(MS_PER_MIN);
    session.control.returnToUtc();
    const utc = now();
    expect(transportOf(session).branches).toEqual([
      { id: 'A', name: 'A' },
      { id: 'B', name: 'B', origin: { parent: 'C', time: parting } },
      { id: 'C', name: 'C', origin: { parent: 'A', time: utc } },
    ]);
    // The mission itself is shown where both branch off.
    expect(session.control.compare(['A', 'B'])).toMatchObject({
      ok: false,
      message: expect.stringContaining('There is nothing to compare yet: A has not continued beyond'),
    });
    pass(MS_PER_MIN);
    session.control.showBranch('B');
    expect(session.control.compare(['A', 'B'])).toMatchObject({ ok: true, value: { from: utc } });
  });
});

describe('a past instant', () => {
  const LIVED = 90 * MS_PER_MIN + 12_000;

  function startWithPast(profile: MissionProfile = 'none') {
    const rig = startSession({ seed: 5, profile });
    const { session, pass, sleep } = rig;
    pass(20 * MS_PER_S);
    session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
    sleep(LIVED);
    pass(MS_PER_S);
    return rig;
  }

  it('is shown by every slice at once, exactly as it was', () => {
    const { session, now } = startWithPast('specified');
    const mission = createMission(session.mission.header);
    for (const ms of [7_000, 61_234, 20 * MS_PER_MIN, 70 * MS_PER_MIN + 599_000, LIVED]) {
      const time = epochMs(T0 + ms);
      expect(session.control.seek(time)).toEqual({ ok: true, value: time });
      const rest = session.mission.journal().slice(mission.journal().length);
      for (const entry of rest) if (entry.time <= time) mission.enter(entry);
      mission.advanceTo(time);
      const {
        realData: _,
        provenance: _p,
        consoles: _c,
        places: _s,
        transport,
        ...slices
      } = session.snapshot();
      const valuesOf = (shown: object) =>
        Object.fromEntries(Object.entries(shown).map(([name, { value }]) => [name, value]));
      expect(valuesOf(slices)).toEqual(valuesOf(mission.snapshot()));
      expect(transport.value.mode).toBe('replay');
    }
    expect(session.control.seek()).toEqual({ ok: true, value: now() });
    expect(transportOf(session).mode).toBe('live');
  });

  it('is read-only, and the mission goes on', () => {
    const { session, pass } = startWithPast();
    const edge = session.mission.time();
    session.control.seek(epochMs(T0 + MS_PER_H));
    const shown = session.snapshot().telemetry.value;
    expect(
      session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T19:00' }),
    ).toEqual({
      ok: false,
      message: 'A past instant is shown. Return to live, or take over from here.',
    });
    pass(MS_PER_MIN);
    expect(session.snapshot().telemetry.value).toBe(shown);
    expect(session.mission.time()).toBe(edge + MS_PER_MIN);
    session.control.seek();
    expect(session.mission.hash()).toBe(hashAt(session, session.mission.time()));
  });

  it('is played at a rate as it was, while the mission goes on, up to the live edge', () => {
    const { session, pass, now } = startWithPast();
    const from = epochMs(now() - 10 * MS_PER_MIN);
    session.control.seek(from);
    expect(session.control.setRate(60)).toEqual({ ok: true, value: 60 });
    pass(5 * MS_PER_S);
    const shown = epochMs(from + 5 * MS_PER_MIN);
    expect(transportOf(session)).toMatchObject({ mode: 'replay', replayRate: 60, rate: 1, isInStep: true });
    const seen = session.snapshot();
    expect(seen.clock.value.time).toBe(shown);
    session.control.setRate(0);
    session.control.seek(epochMs(from - MS_PER_H));
    session.control.seek(shown);
    expect(session.snapshot().telemetry.value).toEqual(seen.telemetry.value);
    expect(session.snapshot().spacecraft.value).toEqual(seen.spacecraft.value);
    session.control.setRate(300);
    pass(2 * MS_PER_S);
    expect(transportOf(session)).toMatchObject({ mode: 'live', rate: 1, isInStep: true });
    expect(offsetMs(session, now())).toBe(0);
    expect(session.mission.hash()).toBe(hashAt(session, session.mission.time()));
  });

  it('stands still at first, and again after a pause, a step and a return to live', () => {
    const { session, pass } = startWithPast();
    const from = epochMs(T0 + MS_PER_H + 1000);
    const shown = () => session.snapshot().clock.value.time;
    session.control.seek(from);
    pass(MS_PER_S);
    expect(shown()).toBe(from);
    session.control.setRate(10);
    expect(session.control.step()).toEqual({ ok: true, value: T0 + MS_PER_H + TELEMETRY_PERIOD_MS });
    pass(MS_PER_S);
    expect(shown()).toBe(T0 + MS_PER_H + TELEMETRY_PERIOD_MS);
    session.control.setRate(10);
    // Playback continues from a seek.
    session.control.seek(from);
    pass(MS_PER_S);
    expect(shown()).toBe(from + 10 * MS_PER_S);
    session.control.seek();
    session.control.seek(from);
    pass(MS_PER_S);
    expect(shown()).toBe(from);
    expect(transportOf(session).rate).toBe(1);
  });

  it('is played past time that was not lived', () => {
    const { session, pass, sleep, now } = startSession();
    pass(MS_PER_MIN);
    sleep(3 * MS_PER_DAY);
    const woken = now();
    pass(MS_PER_MIN);
    session.control.seek(epochMs(T0 + 55 * MS_PER_S));
    session.control.setRate(1);
    pass(10 * MS_PER_S);
    const shown = session.snapshot().clock.value.time;
    expect(shown).toBeGreaterThanOrEqual(woken);
    expect(shown).toBeLessThan(woken + 10 * MS_PER_S);
    expect(transportOf(session).mode).toBe('replay');
  });

  it('is sent with the live edge beside it', () => {
    const { session, pass } = startWithPast();
    session.control.seek(epochMs(T0 + MS_PER_H));
    const updates: MissionUpdate[] = [];
    session.control.subscribe(((update: MissionUpdate) => void updates.push(update)) as never);
    pass(2 * MS_PER_S);
    const last = updates.at(-1);
    expect(last).toMatchObject({ time: T0 + MS_PER_H, rate: 0 });
    expect(last?.edge).toEqual({ time: session.mission.time(), rate: 1 });
  });

  it('is left for the live edge once the clock has moved back over it', () => {
    const { session, pass, sleep } = startSession();
    pass(2 * MS_PER_MIN);
    session.control.seek(epochMs(T0 + MS_PER_MIN));
    sleep(-90 * MS_PER_S);
    pass(MS_PER_S);
    expect(transportOf(session).mode).toBe('live');
    expect(session.snapshot().clock.value.time).toBeLessThan(T0 + MS_PER_MIN);
  });

  it.each([
    ['', false],
    [' after a restart', true],
  ])(
    'is never later than the live edge where the clock has moved back to before the start%s',
    (_when, isRestarted) => {
      const lived = startSession();
      lived.pass(2 * MS_PER_MIN);
      lived.sleep(-MS_PER_H);
      lived.pass(20 * MS_PER_S);
      const edge = epochMs(T0 + 2 * MS_PER_MIN - MS_PER_H + 20 * MS_PER_S);
      const session = isRestarted
        ? openSession({
            clock: { now: () => edge },
            seed: 1,
            resume: resumeOf(lived.session),
          })
        : lived.session;
      session.advanceTo(edge);
      expect(session.mission.time()).toBe(edge);
      const sought = epochMs(edge - 5 * MS_PER_S);
      expect(session.control.seek(sought)).toEqual({ ok: true, value: sought });
      expect(session.snapshot().telemetry.value.at(-1)?.timestamp).toBeLessThanOrEqual(sought);
      const { startTime } = transportOf(session);
      // The worker notices it at its first call, a quarter of a second later.
      expect(startTime).toBe(edge - 19.75 * MS_PER_S);
      expect(session.control.seek(epochMs(edge - MS_PER_H))).toEqual({ ok: true, value: startTime });
      session.control.seek(sought);
      session.control.takeOver();
      expect(session.mission.time()).toBe(sought);
    },
  );

  it('before the start is the start', () => {
    const { session } = startWithPast();
    for (const time of [epochMs(T0 - MS_PER_H), epochMs(0)])
      expect(session.control.seek(time)).toEqual({ ok: true, value: T0 });
  });

  it('refuses a rate for a replay that has ended meanwhile, and the mission keeps its own', () => {
    const { session, sleep, now } = startWithPast();
    session.control.seek(epochMs(now() - MS_PER_S));
    session.control.setRate(60);
    sleep(MS_PER_S);
    expect(session.control.setRate(0)).toEqual({
      ok: false,
      message: 'The replay has ended: the live edge is shown.',
    });
    expect(transportOf(session)).toMatchObject({ mode: 'live', rate: 1, isInStep: true });
  });
});

describe('a branch', () => {
  function takeOver(profile: MissionProfile = 'none') {
    const rig = startSession({ seed: 5, profile });
    rig.sleep(70 * MS_PER_MIN);
    rig.pass(MS_PER_S);
    rig.session.control.seek(epochMs(T0 + MS_PER_H));
    expect(rig.session.control.takeOver()).toEqual({ ok: true, value: 'B' });
    return rig;
  }

  it('continues from the past instant as the mission itself did, if nobody acts, and announces nothing', () => {
    const { session, pass } = takeOver('specified');
    expect(transportOf(session)).toMatchObject({ branch: 'B', rate: 1, isInStep: false, mode: 'live' });
    expect(session.mission.time()).toBe(T0 + MS_PER_H);
    const { updates, listener } = recordUpdates();
    session.control.subscribe(listener);
    updates.length = 0; // discards the mission's own updates
    session.control.setRate(1800);
    session.control.slowOnCritical(false);
    pass(MS_PER_S);
    expect(session.mission.time()).toBeGreaterThan(T0 + MS_PER_H + 25 * MS_PER_MIN);
    expect(session.mission.hash()).toBe(hashAt(session, session.mission.time()));
    expect(session.mission.journal()).toEqual([]);
    // It announces nothing by itself.
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.flatMap(({ notices }) => notices)).toEqual([]);
  });

  it('has inputs of its own, and the mission itself goes on in step with UTC', () => {
    const { session, pass, now } = takeOver();
    session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T19:00' });
    expect(session.mission.journal()).toHaveLength(1);
    pass(MS_PER_MIN);
    session.control.showBranch('A');
    expect(session.mission.time()).toBe(now());
    expect(session.mission.journal().filter(({ input }) => input.kind === 'operation')).toEqual([]);
    expect(transportOf(session)).toMatchObject({ branch: 'A', rate: 1, isInStep: true });
  });

  it('stays where it was left, and can be named and deleted', () => {
    const { session, pass } = takeOver();
    pass(5 * MS_PER_S);
    session.control.renameBranch({ id: 'B', name: ' wing  kept \n folded ' });
    session.control.showBranch('A');
    pass(MS_PER_MIN);
    session.control.showBranch('B');
    expect(session.mission.time()).toBe(T0 + MS_PER_H + 5 * MS_PER_S);
    expect(transportOf(session).rate).toBe(0);
    expect(transportOf(session).branches[1]).toEqual({
      id: 'B',
      name: 'wing  kept   folded',
      origin: { parent: 'A', time: T0 + MS_PER_H },
    });
    expect(session.control.deleteBranch('B').ok).toBe(false);
    session.control.returnToUtc();
    expect(session.control.deleteBranch('B').ok).toBe(true);
    expect(transportOf(session).branches).toEqual([{ id: 'A', name: 'A' }]);
    expect(session.control.deleteBranch('A').ok).toBe(false);
  });

  it('parts from the mission that an instant before its own parent belongs to', () => {
    const { session, pass } = takeOver();
    pass(MS_PER_MIN);
    session.control.seek(epochMs(T0 + 30 * MS_PER_MIN));
    session.control.takeOver();
    expect(transportOf(session).branches[2]?.origin).toEqual({ parent: 'A', time: T0 + 30 * MS_PER_MIN });
  });

  it('parts, once its parent is deleted, where that one did, also when its letter is given again', () => {
    const { session, pass } = takeOver();
    pass(MS_PER_MIN);
    session.control.takeOver();
    pass(MS_PER_MIN);
    session.control.deleteBranch('B');
    session.control.seek(epochMs(T0 + 30 * MS_PER_MIN));
    session.control.takeOver();
    expect(transportOf(session).branches.slice(1)).toEqual([
      { id: 'C', name: 'C', origin: { parent: 'A', time: T0 + MS_PER_H } },
      { id: 'B', name: 'B', origin: { parent: 'A', time: T0 + 30 * MS_PER_MIN } },
    ]);
    pass(MS_PER_MIN);
    const compared = session.control.compare(['B', 'C']);
    expect(compared).toMatchObject({ ok: true, value: { from: T0 + 30 * MS_PER_MIN } });
  });
});

describe('the history of a session', () => {
  const channels = ['batteryVoltage', 'stateOfCharge'] as const;

  function contentOf<T>(outcome: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
    if (!outcome.ok) throw new Error('It was refused.');
    return outcome.value;
  }
  const timesOf = (session: Session, from: EpochMs, to: EpochMs) =>
    contentOf(session.control.history({ channels, from, to, columns: 1000 }))?.channels.batteryVoltage?.times;

  it('holds every sample, and of a past instant only what was known then', () => {
    const { session, sleep, pass } = startSession({ profile: 'none' });
    sleep(MS_PER_H);
    pass(MS_PER_S);
    const samples = session.snapshot().telemetry.value;
    const from = epochMs(samples[0]?.timestamp ?? 0);
    const known = timesOf(session, from, session.mission.time()) ?? [];
    expect([...known].slice(-samples.length)).toEqual(samples.map(({ timestamp }) => timestamp));
    const past = epochMs(T0 + 30 * MS_PER_MIN + 1);
    session.control.seek(past);
    const then = timesOf(session, T0, epochMs(T0 + 2 * MS_PER_H)) ?? [];
    expect(Math.max(...then)).toBe(T0 + 30 * MS_PER_MIN);
  });

  it('is complete again after the worker was replaced', () => {
    const { session, sleep, pass, now } = startSession({ seed: 5, profile: 'none' });
    sleep(MS_PER_H);
    pass(MS_PER_S);
    session.control.queueCommand({ name: 'Data Downlink', scheduledTime: '2026-11-20T18:00' });
    sleep(MS_PER_H);
    pass(MS_PER_S);
    const span = { from: T0, to: session.mission.time() };
    const whole = contentOf(session.control.history({ channels, columns: 5000, ...span }));
    const resume = resumeOf(session);
    const next = openSession({ clock: { now }, seed: 9, resume });
    expect(contentOf(next.control.history({ channels, columns: 5000, ...span }))).toBeUndefined();
    expect(contentOf(next.control.marks(span))).toBeUndefined();
    for (let call = 0; call < 20; call++) next.advanceTo(now());
    expect(contentOf(next.control.history({ channels, columns: 5000, ...span }))).toEqual(whole);
    next.control.seek(epochMs(T0 + MS_PER_H));
    session.control.seek(epochMs(T0 + MS_PER_H));
    expect(next.snapshot().telemetry.value).toEqual(session.snapshot().telemetry.value);
  });

  it('gives stretches for a file: whole ones, of any branch, and no longer than it says', () => {
    const { session, sleep, pass, now } = startSession({ profile: 'none' });
    sleep(2.5 * MS_PER_H);
    pass(MS_PER_S);
    session.control.takeOver();
    session.control.setRate(10);
    pass(MS_PER_MIN);
    const span = { channels, from: T0, to: epochMs(T0 + 6 * MS_PER_H) };
    const ofB = contentOf(session.control.stretch(span));
    const ofA = contentOf(session.control.stretch({ ...span, branch: 'A' }));
    expect(ofB?.samples.times.length).toBeGreaterThan(ofA?.samples.times.length ?? Number.NaN);
    expect(ofB?.samples.times.slice(0, ofA?.samples.times.length)).toEqual(ofA?.samples.times);
    expect(ofB?.performance.length).toBeGreaterThan(300); // one each half a minute
    expect(session.control.stretch({ ...span, branch: 'Z' }).ok).toBe(false);
    expect(session.control.stretch({ ...span, to: epochMs(span.to + 1) })).toEqual({
      ok: false,
      message: 'The span is longer than 6 h.',
    });

    // After a restart there is no file until the past is complete: it must have no gaps.
    const next = openSession({ clock: { now }, seed: 9, resume: resumeOf(session) });
    let asked = 0;
    let whole: ReturnType<typeof contentOf<unknown>>;
    for (whole = undefined; whole === undefined && asked < 100; asked++) {
      whole = contentOf(next.control.stretch({ ...span, branch: 'A' }));
    }
    expect(asked).toBeGreaterThan(5);
    expect(whole).toEqual(ofA);
  });

  it('goes back a week', () => {
    const { session, sleep, pass } = startSession({ profile: 'none' });
    // The longest of these is a jump.
    for (const hours of [2, 6 * 24 + 21, 3]) {
      sleep(hours * MS_PER_H);
      pass(MS_PER_S);
    }
    const edge = session.mission.time();
    const start = transportOf(session).startTime;
    expect(edge - start).toBeGreaterThanOrEqual(7 * 24 * MS_PER_H);
    expect(edge - start).toBeLessThan(7 * 24 * MS_PER_H + MS_PER_H);
    expect(session.control.seek(T0)).toEqual({ ok: true, value: start });
    const times = timesOf(session, T0, edge) ?? [];
    // Stored in chunks of 85 minutes.
    expect(start - (times[0] ?? 0)).toBeLessThan(2 * MS_PER_H);
    expect(session.snapshot().clock.value.time).toBe(start);
  });

  it('says to which instant its clock has jumped ahead, once that is in the past that is shown', () => {
    const { session, sleep, pass, now } = startSession({ profile: 'none' });
    sleep(2 * MS_PER_H);
    pass(MS_PER_S);
    sleep(30 * MS_PER_H);
    session.advanceTo(now());
    const jumpedTo = session.mission.time();
    pass(MS_PER_MIN);
    const skippedTo = () => contentOf(session.control.marks({ from: T0, to: jumpedTo }))?.skippedTo;
    expect(skippedTo()).toBe(jumpedTo);
    session.control.seek(epochMs(T0 + MS_PER_H));
    expect(skippedTo()).toBeUndefined();
  });

  it('refuses a span without a length', () => {
    const { session } = startSession();
    expect(session.control.marks({ from: T0, to: T0 })).toEqual({
      ok: false,
      message: 'The span needs a start before its end.',
    });
  });

  it('tells of no branch what is later than the past instant shown', () => {
    const { session, sleep, pass } = startSession({ profile: 'none' });
    sleep(70 * MS_PER_MIN);
    pass(MS_PER_S);
    session.control.takeOver();
    pass(MS_PER_S);
    session.control.showBranch('A');
    const shown = epochMs(T0 + MS_PER_H);
    session.control.seek(shown);
    const span = {
      from: T0,
      to: session.mission.time(),
      columns: 1000,
      channels: ['batteryVoltage'] as const,
    };
    const history = contentOf(session.control.history({ ...span, branch: 'B' }));
    expect(history?.channels.batteryVoltage?.times.at(-1)).toBe(shown);
    expect(session.control.compare(['A', 'B'])).toEqual({
      ok: false,
      message: 'The branches have not parted yet at the instant shown.',
    });
  });

  it('compares two branches from where they part, also after a restart', () => {
    const { session, sleep, pass, now } = startSession({ profile: 'none' });
    sleep(100 * MS_PER_MIN);
    pass(MS_PER_S);
    const parting = epochMs(T0 + MS_PER_H);
    session.control.seek(parting);
    session.control.takeOver();
    session.control.slowOnCritical(false);
    session.apply({ kind: 'fault', inject: 'weak-cell' });
    session.control.setRate(1800);
    pass(MS_PER_S);
    const compare = (of: Session, ...pair: readonly [string, string]) => {
      // After a restart each query advances the rebuilding of the past.
      for (let asked = 0; asked < 100; asked += 1) {
        const compared = contentOf(of.control.compare(pair));
        if (compared) return compared;
      }
      throw new Error('The past does not come back.');
    };
    const compared = compare(session, 'A', 'B');
    const shown = epochMs(parting + 10 * MS_PER_MIN);
    session.control.seek(shown);
    const replayed = compare(session, 'A', 'B');
    expect(replayed).toMatchObject({ from: parting, to: shown, firstDifference: compared.firstDifference });
    expect(replayed.outcomes).not.toEqual(compared.outcomes);
    session.control.seek(undefined);
    expect(compare(session, 'A', 'B')).toEqual(compared);
    expect(compared.from).toBe(parting);
    expect(compared.to).toBe(session.mission.time());
    expect(compared.firstDifference?.time).toBeGreaterThanOrEqual(parting);
    expect(compared.outcomes).toHaveLength(2);
    const restarted = openSession({ clock: { now }, seed: 9, resume: resumeOf(session) });
    expect(compare(restarted, 'A', 'B')).toEqual(compared);
  });
});

describe('a worker that is replaced', () => {
  it('continues all branches, the rate and the pause', () => {
    const { session, pass, now } = startSession({ seed: 5 });
    pass(30 * MS_PER_S);
    session.control.takeOver();
    session.control.setRate(60);
    pass(20 * MS_PER_S);
    const next = openSession({
      clock: { now },
      seed: 9,
      resume: resumeOf(session),
    });
    expect(transportOf(next)).toEqual(transportOf(session));
    expect(next.mission.hash()).toBe(session.mission.hash());
    const { updates, listener } = recordUpdates();
    next.control.subscribe(listener);
    const instant = new Date(session.mission.time()).toISOString().slice(11, 19);
    expect(updates[0]?.notices[0]?.text).toBe(`The simulation restarted and resumes from ${instant} UTC.`);
    next.control.showBranch('A');
    session.control.showBranch('A');
    const logOf = (of: Session) => of.snapshot().log.value.map(({ text }) => text);
    expect(logOf(next).slice(0, -1)).toEqual(logOf(session));
  });
});
