import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Exercise } from '../../../../src/shared/contract/exercise.ts';
import { HISTORY_CHANNELS, type HistoryChannel } from '../../../../src/shared/contract/history.ts';
import type {
  LookAhead,
  LookAheadQuery,
  PredictedChannel,
} from '../../../../src/shared/contract/look-ahead.ts';
import { COMMAND_NAMES, type CommandName } from '../../../../src/shared/entities/entities.ts';
import { FAULT_COURSES, FAULT_NAMES, type FaultName } from '../../../../src/shared/entities/faults.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../src/shared/kit/units.ts';
import { hashOf } from '../../../../src/worker/kit/hash.ts';
import { createRandom } from '../../../../src/worker/kit/random.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { FAULT_KINDS } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import type { FdirPlan } from '../../../../src/worker/spacecraft/fdir.ts';
import { startExercise } from '../../../support/exercise.ts';
import { later, startMission, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { aroundOrbita } from '../../../support/spacecraft.ts';

/** Number of pairs of missions that differ in a fault alone. */
const PAIRS = Number(process.env.PAIRS ?? 4);
/** Number of missions whose readings are held against the band. */
const SEEDS = Number(process.env.SEEDS ?? 1);

function ask(session: Session, query: Partial<LookAheadQuery> = {}): LookAhead {
  const to = addMs(session.mission.time(), 6 * MS_PER_H);
  const outcome = session.control.lookAhead({ channels: HISTORY_CHANNELS, to, ...query });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

interface Reading {
  readonly time: EpochMs;
  readonly value: number;
}

/** Returns the readings of a channel that the ground has received within a span. */
function readingsOf(
  session: Session,
  channel: HistoryChannel,
  from: EpochMs,
  to: EpochMs,
): readonly Reading[] {
  const readings: Reading[] = [];
  for (let start = from; start < to; start = addMs(start, 6 * MS_PER_H)) {
    const end = epochMs(Math.min(to, start + 6 * MS_PER_H));
    const outcome = session.control.stretch({ channels: [channel], from: start, to: end });
    if (!outcome.ok || !outcome.value) throw new Error('There are no samples.');
    const { times, values } = outcome.value.samples;
    for (const [index, time] of times.entries()) {
      const value = values[channel]?.[index] ?? Number.NaN;
      if (!Number.isNaN(value)) readings.push({ time: epochMs(time), value });
    }
  }
  return readings;
}

/** Share of the readings, oldest first, within the band of a prediction that covers them, 0 to 1. */
function shareInBand(line: PredictedChannel | undefined, readings: readonly Reading[]): number {
  if (!line) throw new Error('The channel is not predicted.');
  const { times, low, high } = line;
  let next = 1;
  const at = (bound: Float64Array, share: number): number => {
    const [one = Number.NaN, other = Number.NaN] = [bound[next - 1], bound[next]];
    return one + share * (other - one);
  };
  const inside = readings.filter(({ time, value }) => {
    while (next < times.length - 1 && (times[next] ?? 0) <= time) next += 1;
    const [before = Number.NaN, after = Number.NaN] = [times[next - 1], times[next]];
    const share = (time - before) / (after - before);
    const rounding = 1e-9;
    return value >= at(low, share) - rounding && value <= at(high, share) + rounding;
  });
  expect(readings.length).toBeGreaterThan(0);
  return inside.length / readings.length;
}

describe('the band of a look ahead', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'holds at least 99 of 100 readings of a day without faults (seed %i)',
    (seed) => {
      const session = startUneventfulMission({ seed });
      session.advanceTo(later(10 * MS_PER_MIN + seed * 977_000));
      const from = session.mission.time();
      const to = addMs(from, MS_PER_DAY);
      const predicted = ask(session, { to });
      session.advanceTo(to);
      for (const channel of HISTORY_CHANNELS) {
        const share = shareInBand(predicted.channels[channel], readingsOf(session, channel, from, to));
        expect(share, channel).toBeGreaterThanOrEqual(0.99);
      }
    },
  );

  it('is no wider than a third of what the channel does in a day, for all but the attitude', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    const { channels } = ask(session, { to: addMs(session.mission.time(), MS_PER_DAY) });
    for (const channel of ['batteryVoltage', 'solarOutput', 'temperature', 'stateOfCharge'] as const) {
      const line = channels[channel];
      if (!line) throw new Error('The channel is not predicted.');
      const widths = [...line.high].map((high, index) => high - (line.low[index] ?? high));
      const median = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? Number.NaN;
      const span = Math.max(...line.values) - Math.min(...line.values);
      expect(median, channel).toBeLessThan(span / 3);
    }
  });
});

/** Returns an instant of the day since which ORBITA-1 has been in sunlight, or in eclipse, for some minutes. */
function instantOf(isLit: boolean): EpochMs {
  let since: EpochMs = T0;
  for (let time = T0; time < later(3 * MS_PER_H); time = addMs(time, MS_PER_MIN)) {
    if (aroundOrbita(time).light !== (isLit ? 1 : 0)) since = addMs(time, MS_PER_MIN);
    if (time - since >= 5 * MS_PER_MIN) return time;
  }
  throw new Error('There is no such instant.');
}
const INSTANTS = { sunlight: instantOf(true), eclipse: instantOf(false) };

/** Queues a command and executes it at once. */
function execute(session: Session, name: CommandName): void {
  const sent = session.control.sendCommand({ name });
  if (!sent.ok) throw new Error(sent.message);
}

describe('the look ahead with a considered command', () => {
  const cases = COMMAND_NAMES.flatMap((name) =>
    (['sunlight', 'eclipse'] as const).map((light) => ({ name, light })),
  );
  it.each(cases)('predicts what then happens: $name in $light', ({ name, light }) => {
    const session = startUneventfulMission();
    session.advanceTo(INSTANTS[light]);
    const from = session.mission.time();
    const to = addMs(from, 2 * MS_PER_H);
    const predicted = ask(session, { to, command: { name } });
    execute(session, name);
    session.advanceTo(to);
    expect(predicted.arrival).toBe(from);
    expect(predicted.isOpen).toBeUndefined();
    for (const channel of HISTORY_CHANNELS) {
      const share = shareInBand(
        predicted.channels[channel],
        readingsOf(session, channel, addMs(from, 1), to),
      );
      expect(share, channel).toBeGreaterThanOrEqual(0.98);
    }
    const { mode } = session.snapshot().spacecraft.value ?? {};
    expect(predicted.modes.at(-1)?.mode ?? 'NOMINAL').toBe(mode);
  });

  it('sends it at its time', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    const time = addMs(session.mission.time(), 47 * MS_PER_MIN);
    const { arrival, modes } = ask(session, { command: { name: 'Enter Safe Mode', time } });
    expect(arrival).toBe(time);
    expect(modes[0]).toEqual({ time, mode: 'SAFE' });
  });

  it('takes the change that it makes at once as a change', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    const { crossings } = ask(session, { command: { name: 'Enter Safe Mode' } });
    execute(session, 'Enter Safe Mode');
    session.advanceTo(addMs(session.mission.time(), 2 * MS_PER_MIN));
    const latched = ask(session, { command: { name: 'Deploy Solar Array' } });
    expect(crossings.some(({ channel, to }) => channel === 'attitudeStability' && to === 'out')).toBe(true);
    const [first] = latched.channels.attitudeStability?.values ?? [];
    const second = latched.channels.attitudeStability?.values[1] ?? 0;
    expect(second).toBeGreaterThan((first ?? 0) + 0.3);
  });

  it('leaves out the armed command that it is about', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    const queued = session.control.queueCommand({
      name: 'Enter Safe Mode',
      scheduledTime: '2026-11-20T12:50',
    });
    if (!queued.ok) throw new Error(queued.message);
    const { id } = queued.value;
    session.control.armCommand(id);
    expect(ask(session).modes).toHaveLength(1);
    expect(ask(session, { except: id }).modes).toEqual([]);
  });

  it('does not change the mission', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    const before = session.mission.hash();
    ask(session, { command: { name: 'Enter Safe Mode' } });
    expect(session.mission.hash()).toBe(before);
  });
});

describe('what a look ahead knows', () => {
  /** Starts a mission whose only fault is one that lasts, or has this plan. */
  function missionWith(fault: FaultName, plan: FdirPlan = { course: 'lasting' }): Session {
    const session = startUneventfulMission({
      planFault: (_name, time) =>
        time < later(MS_PER_MIN) ? { course: 'transient', clearedAt: time } : plan,
    });
    session.advanceTo(later(10 * MS_PER_MIN));
    session.apply({ kind: 'fault', inject: fault });
    return session;
  }
  /** Hash of all that is told, so that a failure does not print thousands of figures. */
  const toldBy = (session: Session): string =>
    hashOf(JSON.stringify(ask(session), (_, value) => (value instanceof Float64Array ? [...value] : value)));

  it('is the same for all faults of a type that look the same', () => {
    let compared = 0;
    for (const type of new Set(FAULT_NAMES.map((fault) => FAULT_KINDS[fault].type))) {
      const known = FAULT_NAMES.filter((fault) => FAULT_KINDS[fault].type === type).map((fault) => {
        const session = missionWith(fault);
        return { fault, seen: session.snapshot().spacecraft.value, told: toldBy(session) };
      });
      for (const [index, one] of known.entries()) {
        for (const other of known.slice(index + 1)) {
          if (!isDeepStrictEqual(one.seen, other.seen)) continue;
          compared += 1;
          expect(one.told, `${one.fault}, ${other.fault}`).toBe(other.told);
        }
      }
    }
    expect(compared).toBeGreaterThan(FAULT_NAMES.length / 2);
  });

  it(`is the same while telemetry cannot tell two faults apart, in ${PAIRS} random pairs`, () => {
    const random = createRandom(41);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;
    let compared = 0;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const fault = pick(FAULT_NAMES);
      const other = pick(FAULT_NAMES.filter((name) => FAULT_KINDS[name].type === FAULT_KINDS[fault].type));
      const seed = Math.floor(random.next() * 1e6);
      const strikeAt = later((5 + 30 * random.next()) * MS_PER_MIN);
      const sessions = [fault, other].map((name) => {
        const session = startUneventfulMission({ seed });
        session.advanceTo(strikeAt);
        session.apply({ kind: 'fault', inject: name, course: pick(FAULT_COURSES) });
        return session;
      });
      for (let steps = 0; steps < 6; steps += 1) {
        const [one, two] = sessions.map((session) => {
          const { telemetry, spacecraft, anomalies } = session.snapshot();
          return { seen: [telemetry.value, spacecraft.value, anomalies.value], told: toldBy(session) };
        });
        if (!isDeepStrictEqual(one?.seen, two?.seen)) break;
        compared += 1;
        expect({ seed, fault, other, told: one?.told }).toEqual({ seed, fault, other, told: two?.told });
        for (const session of sessions) session.advanceTo(addMs(session.mission.time(), 5000));
      }
    }
    expect(compared).toBeGreaterThan(PAIRS / 4);
  });

  it('does not depend on what is still to come in an exercise', () => {
    const exercise: Exercise = {
      name: 'Any',
      objective: 'Any.',
      minutes: 60,
      start: { seed: 7, time: '2026-11-20T12:00:00Z' },
      profile: 'none',
      aids: { explanations: true, suggestions: true, diagram: true, lookAhead: true },
      triggers: [],
      goals: [{ measure: 'faultsAtEnd', full: 0, none: 1, weight: 1 }],
      pass: 50,
    };
    const fault = {
      id: 'secret',
      when: { minute: 20 },
      act: { fault: 'drive-stuck', course: 'lasting' },
    } as const;
    const told = [exercise, { ...exercise, triggers: [fault] }].map((flown) => {
      const { session, fly } = startExercise(flown);
      fly(19);
      return toldBy(session);
    });
    expect(told[0]).toBe(told[1]);
    const { session, fly } = startExercise({ ...exercise, aids: { ...exercise.aids, lookAhead: false } });
    fly(5);
    const query = { channels: HISTORY_CHANNELS, to: addMs(session.mission.time(), MS_PER_H) };
    expect(session.control.lookAhead(query)).toMatchObject({
      ok: false,
      message: 'This exercise is flown without a look ahead.',
    });
    fly(60);
    expect(session.control.lookAhead(query).ok).toBe(true);
  });

  it('names the anomaly that it leaves out, and reckons with it once its cause is known', () => {
    const session = missionWith('antenna-off');
    const [anomaly] = session.snapshot().anomalies.value;
    expect(ask(session).without).toEqual([anomaly?.id]);
    session.advanceTo(addMs(session.mission.time(), 10 * MS_PER_MIN));
    const [fault] = session.snapshot().spacecraft.value?.faults ?? [];
    expect(fault?.isCauseUnknown).toBeUndefined();
    const known = ask(session);
    expect(known.without).toEqual([]);
    const lastOf = ({ channels }: LookAhead): number => channels.signalStrength?.values.at(-1) ?? Number.NaN;
    const mended = ask(session, { command: { name: 'Rotate Antenna' } });
    expect(lastOf(mended)).toBeGreaterThan(lastOf(known) + 3);
  });

  it('does not depend on what FDIR will do before the spacecraft reports it', () => {
    const told = (minutes: number): string => {
      const clearedAt = later((10 + minutes) * MS_PER_MIN);
      const session = missionWith('antenna-off', { course: 'transient', clearedAt });
      session.advanceTo(later(13 * MS_PER_MIN));
      return toldBy(session);
    };
    expect(told(5)).toBe(told(40));
  });

  it('begins with the newest telemetry, also while there is no link', () => {
    const session = startUneventfulMission();
    session.advanceTo(later(10 * MS_PER_MIN));
    execute(session, 'Enter Safe Mode');
    for (let minutes = 1; minutes < 2 * 60; minutes += 7) {
      session.advanceTo(later((10 + minutes) * MS_PER_MIN));
      const newest = session.snapshot().telemetry.value.at(-1)?.timestamp;
      const query = { channels: [], to: addMs(session.mission.time(), MS_PER_MIN) };
      expect(ask(session, query).from).toBe(newest);
    }
  });

  it('of a past instant is that of then', () => {
    const session = startMission({ seed: 5 });
    session.advanceTo(later(20 * MS_PER_MIN));
    const then = session.mission.time();
    const told = ask(session, { to: later(3 * MS_PER_H) });
    session.advanceTo(later(50 * MS_PER_MIN));
    session.control.seek(then);
    expect(ask(session, { to: later(3 * MS_PER_H) })).toEqual(told);
  });
});
