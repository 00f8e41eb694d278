import { describe, expect, it } from 'vitest';
import type { Exercise } from '../../../../src/shared/contract/exercise.ts';
import type { Keyframe } from '../../../../src/shared/contract/journal.ts';
import type { Parting } from '../../../../src/shared/contract/look-ahead.ts';
import { COMMAND_NAMES, EVENT_TYPES } from '../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../../src/shared/entities/faults.ts';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../../../../src/shared/entities/telemetry-channels.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { utcFieldText } from '../../../../src/shared/kit/utc-text.ts';
import { holdSample, type Received } from '../../../../src/worker/ground/parting/watch.ts';
import { medianOf } from '../../../../src/worker/kit/median.ts';
import { createRandom } from '../../../../src/worker/kit/random.ts';
import type { KeptState } from '../../../../src/worker/mission/keyframe.ts';
import { createMission } from '../../../../src/worker/mission/mission.ts';
import { BUILT_IN_PROPAGATORS } from '../../../../src/worker/orbit/propagators.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { environmentsOf } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT, withFields } from '../../../../src/worker/spacecraft/model.ts';
import { trueReadings } from '../../../../src/worker/spacecraft/sensors.ts';
import { startExercise } from '../../../support/exercise.ts';
import { later, OVER_AT_ONCE, resumeWith, startUneventfulMission, T0 } from '../../../support/mission.ts';

/** Number of days without faults; 30 for the figures in docs/model.md. */
const DAYS = Number(process.env.SEEDS ?? 1);
/** Number of cases of each fault; 30 for the figures in docs/model.md. */
const SEEDS = Number(process.env.SEEDS ?? 2);
/** Shortest time before a fault, and by how much it is longer at most, in minutes. */
const [LEAST_LEAD_MIN, FURTHER_LEAD_MIN] = process.env.SEEDS ? [30, 150] : [10, 50];
/** Time for which a fault is followed; without figures to print, no longer than until it has parted. */
const FOLLOWED_MS = (process.env.SEEDS ? 4 : 1) * MS_PER_H;
/** Time without a fault in each of the ways to spend it. */
const QUIET_MS = process.env.SEEDS ? MS_PER_DAY : 8 * MS_PER_H;
/** Share of the cases in which a channel parts before a limit is reported. */
const LEAST_SHARE = 0.8;

const WORDS = 'its prediction since';

/** Times of the log entries of a mission, after an instant, that contain one of these words. */
const loggedAfter = (session: Session, from: EpochMs, ...words: readonly string[]): readonly EpochMs[] =>
  session
    .snapshot()
    .log.value.filter(({ time, text }) => time > from && words.some((word) => text.includes(word)))
    .map(({ time }) => time);

const partedAfter = (session: Session, from: EpochMs = T0): readonly EpochMs[] =>
  loggedAfter(session, from, WORDS);

function partingsIn(session: Session): readonly Parting[] {
  const to = addMs(session.mission.time(), MS_PER_H);
  const outcome = session.control.lookAhead({ channels: [], to });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value.partings;
}

/** Starts an uneventful mission on some day of a year: its orbit is in any light. */
function startOnAnyDay(seed: number): { readonly session: Session; readonly random: () => number } {
  const random = createRandom(seed * 7919);
  const start = epochMs(T0 + Math.floor(random.next() * 360 * 86_400) * MS_PER_S);
  const session = startUneventfulMission({
    seed,
    clock: { now: () => start },
    planFault: (name, time, stream) =>
      time > start + MS_PER_MIN ? { course: 'lasting' } : OVER_AT_ONCE(name, time, stream),
  });
  return { session, random: () => random.next() };
}

/** Makes a fault active of which the list of anomalies says nothing: its anomaly is resolved at once. */
function strikeUnseen(session: Session, fault: FaultName): EpochMs {
  session.apply({ kind: 'fault', inject: fault });
  const [anomaly] = session.snapshot().anomalies.value;
  session.control.resolveAnomaly(anomaly?.id ?? '');
  return session.mission.time();
}

/** Returns the time of the first single reading beyond a limit after an instant. */
function firstBeyond(session: Session, from: EpochMs): EpochMs | undefined {
  const to = session.mission.time();
  const outcome = session.control.stretch({ channels: TELEMETRY_CHANNELS, from: addMs(from, 1), to });
  if (!outcome.ok || !outcome.value) throw new Error('There are no samples.');
  const { times, values } = outcome.value.samples;
  const index = times.findIndex((_, at) =>
    TELEMETRY_CHANNELS.some((channel) =>
      ['warning', 'critical'].includes(telemetryLevel(channel, values[channel]?.[at] ?? Number.NaN)),
    ),
  );
  return index < 0 ? undefined : epochMs(times[index] ?? 0);
}

describe('a time without faults', () => {
  it(`has a parting once a week at most, on average of ${DAYS}`, () => {
    let partings = 0;
    for (let seed = 1; seed <= DAYS; seed += 1) {
      const { session } = startOnAnyDay(seed);
      const from = session.mission.time();
      session.advanceTo(addMs(from, QUIET_MS));
      partings += partedAfter(session, from).length;
    }
    if (process.env.SEEDS) console.info(`${partings} false partings in ${DAYS} days`);
    expect(partings).toBeLessThanOrEqual(Math.floor((DAYS * QUIET_MS) / (7 * MS_PER_DAY)));
  });

  it(`has at most one parting with a command each half an hour, on average of ${DAYS}`, () => {
    let partings = 0;
    for (let seed = 1; seed <= DAYS; seed += 1) {
      const { session, random } = startOnAnyDay(seed);
      const from = session.mission.time();
      for (let minutes = 10; minutes < QUIET_MS / MS_PER_MIN; minutes += 1 + 60 * random()) {
        session.advanceTo(addMs(from, Math.round(minutes * MS_PER_MIN)));
        const name = COMMAND_NAMES[Math.floor(random() * COMMAND_NAMES.length)];
        if (name) session.control.sendCommand({ name });
      }
      partings += partedAfter(session, from).length;
    }
    if (process.env.SEEDS) console.info(`${partings} false partings in ${DAYS} days with commands`);
    expect(partings / DAYS).toBeLessThanOrEqual(1);
  });

  it(`has at most one parting with events that begin and are completed early, on average of ${DAYS}`, () => {
    let partings = 0;
    for (let seed = 1; seed <= DAYS; seed += 1) {
      const { session, random } = startOnAnyDay(seed);
      const from = session.mission.time();
      let running: string | undefined;
      for (let minutes = 10; minutes < QUIET_MS / MS_PER_MIN; minutes += 5 + 60 * random()) {
        session.advanceTo(addMs(from, Math.round(minutes * MS_PER_MIN)));
        if (running !== undefined) session.control.completeEvent(running);
        const startTime = session.mission.time();
        const added = session.control.addEvent({
          title: 'Any',
          type: EVENT_TYPES[Math.floor(random() * EVENT_TYPES.length)] ?? 'Experiment',
          startTime: utcFieldText(startTime),
          endTime: utcFieldText(addMs(startTime, 40 * MS_PER_MIN)),
        });
        running = added.ok ? added.value.id : undefined;
        if (running !== undefined) session.control.startEvent(running);
      }
      partings += partedAfter(session, from).length;
    }
    if (process.env.SEEDS) console.info(`${partings} false partings in ${DAYS} days with events`);
    expect(partings / DAYS).toBeLessThanOrEqual(1);
  });
});

describe('a fault without an anomaly', () => {
  const BEYOND = ['the warning limit', 'the critical limit'] as const;
  it.each(FAULT_NAMES)('%s parts before a limit is reported', (fault) => {
    const leadsMin: number[] = [];
    const afterS: number[] = [];
    let parted = 0;
    let named = 0;
    let beforeReading = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { session, random } = startOnAnyDay(seed);
      session.advanceTo(
        addMs(
          session.mission.time(),
          Math.round((LEAST_LEAD_MIN + FURTHER_LEAD_MIN * random()) * MS_PER_MIN),
        ),
      );
      const onset = strikeUnseen(session, fault);
      session.advanceTo(addMs(onset, 5 * MS_PER_MIN));
      if (partingsIn(session).some(({ causes: [first] }) => first?.name === fault)) named += 1;
      const end = addMs(onset, FOLLOWED_MS);
      while (session.mission.time() < end && (process.env.SEEDS || partedAfter(session, onset).length === 0))
        session.advanceTo(addMs(session.mission.time(), 5 * MS_PER_MIN));
      const [time] = partedAfter(session, onset);
      const [crossing] = loggedAfter(session, onset, ...BEYOND);
      if (time === undefined || time >= (crossing ?? Number.POSITIVE_INFINITY)) continue;
      parted += 1;
      if (process.env.SEEDS && time < (firstBeyond(session, onset) ?? Number.POSITIVE_INFINITY))
        beforeReading += 1;
      afterS.push((time - onset) / MS_PER_S);
      if (crossing !== undefined) leadsMin.push((crossing - time) / MS_PER_MIN);
    }
    if (process.env.SEEDS) {
      const lead = leadsMin.length > 0 ? `${medianOf(leadsMin)?.toFixed(1)} min` : '–';
      console.info(
        `| ${fault} | ${parted} | ${beforeReading} | ${Math.round(medianOf(afterS) ?? 0)} s | ${leadsMin.length} | ${lead} | ${named} |`,
      );
    }
    expect(parted / SEEDS).toBeGreaterThanOrEqual(Math.min(LEAST_SHARE, (SEEDS - 1) / SEEDS));
  });
});

/** Number of channels that speak against the prediction in a keyframe. */
const evidenceIn = ({ state }: Keyframe): number =>
  (state as KeptState).predictionWatch?.evidence.length ?? 0;

describe('a parting', () => {
  /** A mission ten minutes old, in which a fault has struck that no anomaly reports. */
  function unseen(fault: FaultName) {
    const session = startUneventfulMission({
      planFault: (name, time, stream) =>
        time > later(MS_PER_MIN) ? { course: 'lasting' } : OVER_AT_ONCE(name, time, stream),
    });
    session.advanceTo(later(10 * MS_PER_MIN));
    return { session, onset: strikeUnseen(session, fault) };
  }

  it('says which channel, since when, by how much, and what would explain it', () => {
    const { session, onset } = unseen('heater-stuck-on');
    session.advanceTo(addMs(onset, 10 * MS_PER_MIN));
    const parting = partingsIn(session).find(({ channel }) => channel === 'temperature');
    if (!parting) throw new Error('The temperature has not parted.');
    expect(parting.since).toBeGreaterThan(onset);
    expect(parting.since).toBeLessThan(addMs(onset, 4 * MS_PER_MIN));
    expect(parting.amount).toBeGreaterThan(2);
    expect(parting.causes[0]).toMatchObject({ name: 'heater-stuck-on', label: 'heater stuck on' });
    const { times, values } = parting.predicted;
    expect(times[0]).toBeLessThan(parting.since);
    expect(times.at(-1)).toBeGreaterThanOrEqual(session.mission.time() - 5000);
    const reading = session.snapshot().telemetry.value.at(-1)?.temperature ?? Number.NaN;
    expect(reading - (values.at(-1) ?? Number.NaN)).toBeCloseTo(parting.amount, 0);
    expect(partedAfter(session, onset)).toHaveLength(partingsIn(session).length);
  });

  it('ends once the readings are back', () => {
    const { session, onset } = unseen('receiver-detuned');
    session.advanceTo(addMs(onset, 5 * MS_PER_MIN));
    expect(partingsIn(session).map(({ channel }) => channel)).toEqual(['signalStrength']);
    session.apply({ kind: 'fault', clear: 'receiver-detuned' });
    session.advanceTo(addMs(onset, 10 * MS_PER_MIN));
    expect(partingsIn(session)).toEqual([]);
  });

  it('is not told while an anomaly says it, and is once that is resolved and the fault goes on', () => {
    for (const fault of FAULT_NAMES) {
      const session = startUneventfulMission({
        planFault: (name, time, stream) =>
          time > later(MS_PER_MIN) ? { course: 'lasting' } : OVER_AT_ONCE(name, time, stream),
      });
      session.advanceTo(later(5 * MS_PER_MIN));
      session.apply({ kind: 'fault', inject: fault });
      session.advanceTo(later(20 * MS_PER_MIN));
      expect(partedAfter(session), fault).toEqual([]);
      expect(partingsIn(session), fault).toEqual([]);
    }
    const { session, onset } = unseen('weak-cell');
    session.advanceTo(addMs(onset, 5 * MS_PER_MIN));
    expect(partingsIn(session).map(({ channel }) => channel)).toContain('batteryVoltage');
  });

  it('is not made by a command under way', () => {
    for (const name of COMMAND_NAMES) {
      const session = startUneventfulMission();
      session.advanceTo(later(10 * MS_PER_MIN));
      session.control.sendCommand({ name });
      session.advanceTo(later(40 * MS_PER_MIN));
      expect(partedAfter(session), name).toEqual([]);
    }
  });

  it.each(['heater-stuck-on', 'weak-cell', 'wheel-friction'] as const)(
    'goes on while operators start and complete events: %s',
    (fault) => {
      const { session, onset } = unseen(fault);
      session.advanceTo(addMs(onset, 20 * MS_PER_MIN));
      const [before] = partingsIn(session);
      if (!before) throw new Error('Nothing has parted.');
      const now = session.mission.time();
      const added = session.control.addEvent({
        title: 'Any',
        type: 'Maintenance',
        startTime: utcFieldText(now),
        endTime: utcFieldText(addMs(now, MS_PER_H)),
      });
      if (!added.ok) throw new Error(added.message);
      session.control.startEvent(added.value.id);
      session.advanceTo(addMs(now, 10 * MS_PER_S));
      const during = partingsIn(session).find(({ channel }) => channel === before.channel);
      expect(during?.since).toBe(before.since);
      expect(during?.amount).toBeGreaterThan(Math.min(0.7 * before.amount, 1.3 * before.amount));
      expect(during?.amount).toBeLessThan(Math.max(0.7 * before.amount, 1.3 * before.amount));
      session.control.completeEvent(added.value.id);
      session.advanceTo(addMs(now, 5 * MS_PER_MIN));
      expect(partingsIn(session).find(({ channel }) => channel === before.channel)?.since).toBe(before.since);
    },
  );

  it('is found again after the clock was moved back, without a look at what no instrument reports', () => {
    const { session, onset } = unseen('gyro-drift');
    session.advanceTo(addMs(onset, 20 * MS_PER_MIN));
    expect(partingsIn(session).map(({ channel }) => channel)).toContain('attitudeStability');
    session.advanceTo(addMs(onset, 15 * MS_PER_MIN));
    session.advanceTo(addMs(onset, 45 * MS_PER_MIN));
    expect(partingsIn(session).map(({ channel }) => channel)).toContain('attitudeStability');
  });

  it('is no anomaly', () => {
    const { session, onset } = unseen('gimbal-slip');
    const listed = session.snapshot().anomalies.value.map(({ id }) => id);
    session.advanceTo(addMs(onset, 5 * MS_PER_MIN));
    expect(partingsIn(session)).not.toEqual([]);
    expect(session.snapshot().anomalies.value.map(({ id }) => id)).toEqual(listed);
  });

  it('is repeated by a mission that continues from the middle of it', () => {
    const { session, onset } = unseen('louvre-open');
    const { mission } = session;
    let time = onset;
    while (evidenceIn(mission.keyframe()) === 0) {
      time = addMs(time, 5000);
      session.advanceTo(time);
    }
    const keyframe = structuredClone(mission.keyframe());
    expect(partingsIn(session)).toEqual([]);
    const end = addMs(onset, 30 * MS_PER_MIN);
    session.advanceTo(end);
    expect(partedAfter(session, onset)).not.toEqual([]);
    const lasting = { planFault: () => ({ course: 'lasting' as const }) };
    const continued = createMission({ ...mission.header, ...lasting, journal: mission.journal(), keyframe });
    for (; time < end; time = addMs(time, 7000)) continued.advanceTo(time);
    continued.advanceTo(end);
    expect(continued.hash()).toBe(mission.hash());
    expect(continued.lookAhead({ channels: [], to: end }).partings).toEqual(
      mission.lookAhead({ channels: [], to: end }).partings,
    );
  });

  it('does not keep a mission from continuing that was kept before there were any', () => {
    const { session, onset } = unseen('cell-short');
    session.advanceTo(addMs(onset, MS_PER_MIN));
    const resume = resumeWith(session, (state) => {
      const { predictionWatch: _, ...older } = state;
      return older;
    });
    const continued = openSession({ clock: { now: () => session.mission.time() }, seed: 1, resume });
    continued.advanceTo(addMs(session.mission.time(), 5 * MS_PER_MIN));
    expect(partingsIn(continued).map(({ channel }) => channel)).toContain('batteryVoltage');
  });
});

describe('a parting in an exercise', () => {
  const exercise: Exercise = {
    name: 'Any',
    objective: 'Any.',
    minutes: 60,
    start: { seed: 7, time: '2026-11-20T12:00:00Z' },
    profile: 'none',
    aids: { explanations: true, suggestions: true, diagram: true, lookAhead: true },
    triggers: [{ id: 'fault', when: { minute: 10 }, act: { fault: 'wheel-friction', course: 'lasting' } }],
    goals: [{ measure: 'faultsAtEnd', full: 0, none: 1, weight: 1 }],
    pass: 50,
  };
  function flown(aids: Partial<Exercise['aids']>): Session {
    const { session, fly } = startExercise({ ...exercise, aids: { ...exercise.aids, ...aids } });
    fly(10.1);
    for (const { id } of session.snapshot().anomalies.value) session.control.resolveAnomaly(id);
    fly(10);
    return session;
  }

  it('is told like in any mission', () => {
    const session = flown({});
    expect(partedAfter(session)).not.toEqual([]);
    expect(partingsIn(session)[0]?.causes).not.toEqual([]);
  });

  it('has no causes without explanations', () => {
    const session = flown({ explanations: false });
    expect(partedAfter(session)).not.toEqual([]);
    expect(partingsIn(session).flatMap(({ causes }) => causes)).toEqual([]);
  });

  it('is not told without a look ahead', () => {
    expect(partedAfter(flown({ lookAhead: false }))).toEqual([]);
  });
});

describe('what samples are held against', () => {
  const orbit = BUILT_IN_PROPAGATORS.orbita;
  if (!orbit.ok) throw new Error(orbit.message);
  const environmentAt = environmentsOf(orbit.value, []);
  const readings = (time: EpochMs, seed: number) => {
    const random = createRandom(seed);
    const sample = trueReadings(INITIAL_SPACECRAFT, time);
    return Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [
        name,
        (TELEMETRY_CHANNELS as readonly string[]).includes(name) ? value * (1 + random.next() / 10) : value,
      ]),
    ) as typeof sample;
  };

  it('does not depend on what no instrument reports', () => {
    const hidden = [
      { thermalOffset: 24, deployedShare: 0.5, drift: 0.9, attitudeError: 3, disturbance: 1 },
      {
        faults: [
          {
            anomalyId: 'anomaly-1',
            name: 'heater-stuck-on',
            startTime: T0,
            strength: 1,
            plan: { course: 'lasting' },
            mending: undefined,
          },
        ],
      },
    ] as const;
    const told = [{}, ...hidden].map((fields) => {
      let watch = holdSample(undefined, received(T0, {}, 'NOMINAL'), environmentAt, () => false);
      for (let step = 1; step < 2000; step += 1) {
        const mode = step > 900 ? 'SAFE' : 'NOMINAL';
        watch = holdSample(watch, received(addMs(T0, step * 5000), fields, mode), environmentAt, () => false);
      }
      return watch;
    });
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  function received(time: EpochMs, fields: object, mode: 'NOMINAL' | 'SAFE'): Received {
    const spacecraft = withFields(INITIAL_SPACECRAFT, { mode, ...fields });
    return { sample: readings(time, time), spacecraft, faults: [], knows: '' };
  }
});
