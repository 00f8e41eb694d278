import { describe, expect, it } from 'vitest';
import { type AnomalyLoad, LOAD_GUIDELINE } from '../../../../../src/shared/entities/anomaly-load.ts';
import type { Anomaly } from '../../../../../src/shared/entities/entities.ts';
import { telemetryLevel } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import {
  type Ask,
  loadOf,
  shiftAsk,
  withAnswer,
  withNewAsks,
} from '../../../../../src/worker/ground/anomalies/asks.ts';
import { initialAnomalies } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import { forksOf, later, T0 } from '../../../../support/mission.ts';

describe('asks that are held', () => {
  const [blank] = initialAnomalies(T0, 1).anomalies;
  const anomaly = (id: Anomaly['id'], askedAt = T0): Anomaly => ({ ...(blank as Anomaly), id, askedAt });
  const hourLater = later(MS_PER_H);
  const anHourAgo = { id: 'open', askedAt: T0 };
  const justNow = { id: 'recent', askedAt: later(1), answeredAt: later(2) };
  const listed = ['open', 'answered', 'again'].map((id) => anomaly(id));
  const acknowledged = { ...anomaly('acknowledged', hourLater), status: 'Acknowledged' as const };
  const state = {
    anomalies: [anomaly('new', hourLater), acknowledged, ...listed],
    faults: {},
    asks: [
      anHourAgo,
      { id: 'answered', askedAt: T0, answeredAt: later(1) },
      { id: 'left the list', askedAt: T0 },
      justNow,
    ],
  };

  it('are those of the last hour, and older ones whose anomaly is listed and unanswered', () => {
    const { asks } = withNewAsks(state, hourLater);
    expect(asks).toEqual([anHourAgo, justNow, { id: 'new', askedAt: hourLater }]);
    expect(withNewAsks(state, later(1, hourLater))).toBe(state);
  });

  it('are one in an hour for a fault, under the anomaly that reported it first', () => {
    const again = (id: Anomaly['id']) => ({
      ...state,
      anomalies: [anomaly('again', hourLater), anomaly('another', hourLater)],
      faults: { again: { firstReport: id } },
      closed: { another: { firstReport: 'closed' } },
    });
    expect(withNewAsks(again('recent'), hourLater).asks).toEqual([
      justNow,
      { id: 'closed', askedAt: hourLater },
    ]);
    const counted = { ...again('recent'), anomalies: [anomaly('again', hourLater)] };
    expect(withNewAsks(counted, hourLater)).toBe(counted);
    expect(withNewAsks(again('open'), hourLater).asks).toEqual([
      anHourAgo,
      justNow,
      { id: 'open', askedAt: hourLater },
      { id: 'closed', askedAt: hourLater },
    ]);
  });

  it('take the first answer to an anomaly of their fault', () => {
    const at = later(3);
    expect(withAnswer(state, 'open', at).asks).toEqual([
      { ...anHourAgo, answeredAt: at },
      ...state.asks.slice(1),
    ]);
    const reportedAgain = { ...state, faults: { again: { firstReport: 'open' } } };
    expect(withAnswer(reportedAgain, 'again', at).asks[0]).toEqual({ ...anHourAgo, answeredAt: at });
    expect(withAnswer(state, 'answered', at)).toBe(state);
    expect(withAnswer(state, 'again', at)).toBe(state);
  });

  it('move back with the clock, and so do their answers', () => {
    expect([anHourAgo, justNow].map((ask) => shiftAsk(ask, -1))).toEqual([
      { id: 'open', askedAt: later(-1) },
      { id: 'recent', askedAt: T0, answeredAt: later(1) },
    ]);
  });

  it('make the load: what the last hour has asked, the most in ten minutes, and the median time to an answer', () => {
    const ask = (minute: number, answerMin?: number) => ({
      id: `anomaly-${minute}`,
      askedAt: later(minute * MS_PER_MIN),
      ...(answerMin !== undefined && { answeredAt: later((minute + answerMin) * MS_PER_MIN) }),
    });
    const asks = [ask(0, 1), ask(20, 2), ask(25), ask(30, 5), ask(50, 9)];
    const loadAt = (minute: number, held?: AnomalyLoad, of: readonly Ask[] = asks) =>
      loadOf({ asks: of, profile: 'calm' }, later(minute * MS_PER_MIN), held);
    const load = loadAt(60);
    expect(load).toEqual({
      profile: 'calm',
      inLastHour: 4,
      mostInTenMinutes: 2,
      answeredInMs: 5 * MS_PER_MIN,
    });
    expect(loadAt(60 - 1 / 60)).toMatchObject({ inLastHour: 5, answeredInMs: 3.5 * MS_PER_MIN });
    expect(loadAt(61, load)).toBe(load);
    // As the held one except for a single value.
    const oneMore = [ask(10), ...asks];
    const closer = [ask(20, 2), ask(25), ask(29, 5), ask(50, 9)];
    const slower = [ask(20, 2), ask(25), ask(30, 6), ask(50, 9)];
    expect(loadAt(60, load, oneMore)).toEqual({ ...load, inLastHour: 5 });
    expect(loadAt(60, load, closer)).toEqual({ ...load, mostInTenMinutes: 3 });
    expect(loadAt(60, load, slower)).toEqual({ ...load, answeredInMs: 6 * MS_PER_MIN });
  });
});

/** Missions that are flown for the load of anomalies, in the first of which enough is asked; `SEEDS` is their number. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => index + 2);

/** The longest time in which a retry clears a fault (docs/model.md). */
const LAST_RETRY_MIN = 4;

/** Starts a mission whose first fault asked more than an hour ago. */
function aDayLater(): Mission {
  if (!forks) {
    const mission = createMission({ seed: 3, startTime: T0, profile: 'none' });
    mission.advanceTo(later(25 * MS_PER_H));
    forks = forksOf(mission);
  }
  return forks();
}
let forks: ReturnType<typeof forksOf> | undefined;

/** A mission of its own fault alone: the one that it begins with asked more than an hour ago. */
const missionWith = (course: 'transient' | 'contained' | 'lasting', fault = 'receiver-detuned'): Mission => {
  const mission = aDayLater();
  const { outcome } = mission.apply({ kind: 'fault', inject: fault, course } as never);
  if (!outcome.ok) throw new Error(outcome.message);
  return mission;
};

const newest = (mission: Mission): Anomaly => {
  const [anomaly] = mission.snapshot().anomalies.value;
  if (!anomaly) throw new Error('no anomaly');
  return anomaly;
};
const loadIn = (mission: Mission) => mission.snapshot().anomalyLoad.value;

/** Advances until the newest anomaly asks for action, at most for some minutes. */
function untilAsked(mission: Mission, minutes: number): void {
  const end = mission.time() + minutes * MS_PER_MIN;
  while (newest(mission).askedAt === undefined && mission.time() < end) {
    mission.advanceTo(later(5 * MS_PER_S, mission.time()));
  }
}

describe('an anomaly that a retry of FDIR may clear', () => {
  it('asks for nothing until the retry has failed, and then from that instant on', () => {
    const mission = missionWith('contained');
    const { timestamp, retriedUntil, askedAt } = newest(mission);
    expect(retriedUntil).toBe(timestamp + LAST_RETRY_MIN * MS_PER_MIN);
    expect(askedAt).toBeUndefined();
    untilAsked(mission, LAST_RETRY_MIN + 1);
    const asking = newest(mission);
    expect(asking.retriedUntil).toBeUndefined();
    expect(asking.askedAt).toBeGreaterThan(timestamp + LAST_RETRY_MIN * MS_PER_MIN);
    expect(asking.askedAt).toBeLessThan(timestamp + (LAST_RETRY_MIN + 1) * MS_PER_MIN);
    expect(loadIn(mission).inLastHour).toBe(1);
    const { log } = mission.snapshot();
    expect(log.value.some(({ text }) => text.includes('the on-board retry has not cleared it'))).toBe(true);
  });

  it('never asks if the retry clears it', () => {
    const mission = missionWith('transient');
    const { id } = newest(mission);
    mission.advanceTo(later(20 * MS_PER_MIN, mission.time()));
    const anomaly = mission.snapshot().anomalies.value.find((one) => one.id === id);
    expect(anomaly?.askedAt).toBeUndefined();
    expect(anomaly?.retriedUntil).toBeUndefined();
    expect(loadIn(mission)).toMatchObject({ inLastHour: 0, mostInTenMinutes: 0, answeredInMs: undefined });
  });

  it.each(['acknowledgeAnomaly', 'resolveAnomaly'] as const)(
    'is left to FDIR for as long after %s, and no longer',
    (name) => {
      const mission = missionWith('lasting');
      const { id, retriedUntil = Number.NaN } = newest(mission);
      mission.advanceTo(later(MS_PER_MIN, mission.time()));
      mission.apply({ kind: 'operation', name, input: id });
      expect(newest(mission).retriedUntil).toBe(retriedUntil);
      mission.advanceTo(later((LAST_RETRY_MIN + 1) * MS_PER_MIN, mission.time()));
      const anomaly = mission.snapshot().anomalies.value.find((one) => one.id === id);
      expect(anomaly?.retriedUntil).toBeUndefined();
    },
  );

  it('asks at once when it crosses a limit', () => {
    const mission = missionWith('lasting', 'wheel-failing');
    untilAsked(mission, LAST_RETRY_MIN + 1);
    const { timestamp, askedAt = Number.NaN } = newest(mission);
    const sample = mission.snapshot().telemetry.value.at(-1);
    expect(sample && telemetryLevel('attitudeStability', sample.attitudeStability)).not.toBe('nominal');
    expect(askedAt).toBeLessThan(timestamp + LAST_RETRY_MIN * MS_PER_MIN);
  });

  it('does not ask because of a reading that SAFE mode takes beyond a limit by design', () => {
    const mission = aDayLater();
    mission.apply({ kind: 'operation', name: 'sendCommand', input: { name: 'Enter Safe Mode' } });
    mission.advanceTo(later(10 * MS_PER_MIN, mission.time()));
    mission.apply({ kind: 'fault', inject: 'wheel-friction', course: 'lasting' });
    mission.advanceTo(later(2 * MS_PER_MIN, mission.time()));
    const sample = mission.snapshot().telemetry.value.at(-1);
    expect(sample && telemetryLevel('attitudeStability', sample.attitudeStability)).toBe('warning');
    expect(newest(mission).askedAt).toBeUndefined();
    expect(mission.snapshot().log.value.some(({ text }) => text.includes('by design in SAFE mode'))).toBe(
      true,
    );
  });
});

describe('an anomaly of a fault that was reported before', () => {
  it('names the first report, however often it is reported, and counts once', () => {
    const mission = missionWith('lasting');
    const { id, timestamp } = newest(mission);
    expect(newest(mission).follows).toBeUndefined();
    untilAsked(mission, LAST_RETRY_MIN + 1);
    mission.apply({ kind: 'operation', name: 'resolveAnomaly', input: id });
    for (let report = 1; report <= 2; report += 1) {
      mission.advanceTo(later(10 * MS_PER_MIN, mission.time()));
      mission.apply({ kind: 'fault', inject: 'receiver-detuned', course: 'lasting' });
      expect(newest(mission).follows).toBe(timestamp);
      expect(mission.snapshot().spacecraft.value?.faults).toHaveLength(1);
    }
    untilAsked(mission, LAST_RETRY_MIN + 1);
    expect(loadIn(mission).inLastHour).toBe(1);
  });

  it('moves its first report back with the clock', () => {
    const mission = missionWith('lasting');
    const { timestamp } = newest(mission);
    mission.apply({ kind: 'fault', inject: 'receiver-detuned', course: 'lasting' });
    mission.apply({ kind: 'jump', to: later(-MS_PER_H, mission.time()) });
    expect(newest(mission).follows).toBe(timestamp - MS_PER_H);
    mission.apply({ kind: 'fault', inject: 'receiver-detuned', course: 'lasting' });
    expect(newest(mission).follows).toBe(timestamp - MS_PER_H);
  });
});

describe('a reading out of limits', () => {
  it('is logged with the anomaly that explains it', () => {
    const mission = missionWith('lasting', 'wheel-failing');
    const { id, timestamp } = newest(mission);
    mission.advanceTo(later(10 * MS_PER_MIN, mission.time()));
    const line = mission.snapshot().log.value.find(({ kind, time }) => kind === 'Limit' && time > timestamp);
    const at = new Date(timestamp).toISOString().slice(11, 19);
    expect(line?.text).toMatch(
      new RegExp(
        `^Attitude deviation above the warning limit of 1.5°: .*, because of the Attitude anomaly of ${at} UTC$`,
      ),
    );
    expect(line?.of).toEqual([id]);
  });
});

describe('the load of anomalies', () => {
  it('counts the time from asking to the answer: a command sent, or an acknowledgement', () => {
    const mission = missionWith('contained');
    untilAsked(mission, LAST_RETRY_MIN + 1);
    const { id, askedAt = Number.NaN } = newest(mission);
    mission.advanceTo(later(3 * MS_PER_MIN, mission.time()));
    mission.apply({ kind: 'operation', name: 'acknowledgeAnomaly', input: id });
    expect(loadIn(mission).answeredInMs).toBe(mission.time() - askedAt);
    mission.advanceTo(later(MS_PER_MIN, mission.time()));
    mission.apply({
      kind: 'operation',
      name: 'sendCommand',
      input: { name: 'Calibrate Sensors', anomaly: id },
    });
    expect(loadIn(mission).answeredInMs).toBe(mission.time() - MS_PER_MIN - askedAt);
  });

  it('counts a command for it as the answer', () => {
    const mission = missionWith('contained');
    untilAsked(mission, LAST_RETRY_MIN + 1);
    const { id, askedAt = Number.NaN } = newest(mission);
    mission.advanceTo(later(2 * MS_PER_MIN, mission.time()));
    const input = { name: 'Calibrate Sensors', anomaly: id } as const;
    expect(mission.apply({ kind: 'operation', name: 'sendCommand', input }).outcome.ok).toBe(true);
    expect(loadIn(mission).answeredInMs).toBe(mission.time() - askedAt);
  });

  it('counts no anomaly to which a command was sent before it asked, and does not say that it asks', () => {
    const mission = missionWith('contained');
    const { id } = newest(mission);
    const input = { name: 'Calibrate Sensors', anomaly: id } as const;
    expect(mission.apply({ kind: 'operation', name: 'sendCommand', input }).outcome.ok).toBe(true);
    untilAsked(mission, LAST_RETRY_MIN + 1);
    expect(newest(mission).askedAt).toBeDefined();
    expect(loadIn(mission)).toMatchObject({ inLastHour: 0, answeredInMs: undefined });
    const log = mission.snapshot().log.value.filter(({ of: items }) => items?.includes(id));
    expect(log.some(({ text }) => text.includes('asks for action'))).toBe(false);
  });

  it('counts an anomaly that asks again after it was put aside, whatever was sent before', () => {
    const mission = missionWith('lasting');
    const { id } = newest(mission);
    // Another command than the one that clears the fault.
    const input = { name: 'Data Downlink', anomaly: id } as const;
    expect(mission.apply({ kind: 'operation', name: 'sendCommand', input }).outcome.ok).toBe(true);
    const shelving = { id, minutes: 15, reason: 'Known' } as const;
    expect(mission.apply({ kind: 'operation', name: 'shelveAnomaly', input: shelving }).outcome.ok).toBe(
      true,
    );
    mission.advanceTo(later(16 * MS_PER_MIN, mission.time()));
    expect(loadIn(mission).inLastHour).toBe(1);
    const log = mission.snapshot().log.value.filter(({ of: items }) => items?.includes(id));
    expect(log.some(({ text }) => text.includes('is no longer shelved and asks for action'))).toBe(true);
  });

  it('forgets what is more than an hour ago', () => {
    const mission = missionWith('contained');
    untilAsked(mission, LAST_RETRY_MIN + 1);
    expect(loadIn(mission)).toMatchObject({ inLastHour: 1, mostInTenMinutes: 1 });
    mission.advanceTo(later(1.1 * MS_PER_H, mission.time()));
    expect(loadIn(mission)).toMatchObject({ inLastHour: 0, mostInTenMinutes: 0 });
  });

  it('moves back with the clock', () => {
    const mission = missionWith('contained');
    untilAsked(mission, LAST_RETRY_MIN + 1);
    const { askedAt = Number.NaN } = newest(mission);
    mission.apply({ kind: 'jump', to: later(-MS_PER_H, mission.time()) });
    expect(newest(mission).askedAt).toBe(askedAt - MS_PER_H);
    expect(loadIn(mission).inLastHour).toBe(1);
    mission.advanceTo(later(1.1 * MS_PER_H, mission.time()));
    expect(loadIn(mission).inLastHour).toBe(0);
  });

  it('moves the end of a shelving and of a retry back with the clock', () => {
    const mission = missionWith('lasting');
    const { retriedUntil = Number.NaN, id } = newest(mission);
    mission.apply({ kind: 'operation', name: 'shelveAnomaly', input: { id, minutes: 120, reason: 'test' } });
    const until = newest(mission).shelved?.until ?? Number.NaN;
    mission.apply({ kind: 'jump', to: later(-MS_PER_H, mission.time()) });
    expect(newest(mission).retriedUntil).toBe(retriedUntil - MS_PER_H);
    expect(newest(mission).shelved?.until).toBe(until - MS_PER_H);
  });

  it.each([false, true])(
    'stays within the guideline of ISA-18.2 over four hours, and nothing that needs the ground stays quiet: duty crew %s',
    (hasCrew) => {
      let hours = 0;
      let asked = 0;
      let quiet = 0;
      for (const seed of SEEDS) {
        const mission = createMission({ seed, startTime: T0 });
        if (hasCrew) mission.apply({ kind: 'operation', name: 'handOverConsole', input: 'duty crew' });
        for (let minute = 1; minute <= 4 * 60; minute += 1) {
          mission.advanceTo(later(minute * MS_PER_MIN));
          const { anomalies, spacecraft, telemetry } = mission.snapshot();
          const sample = telemetry.value.at(-1);
          const ongoing = anomalies.value.filter(({ id }) =>
            spacecraft.value?.faults.some(({ anomalyId }) => anomalyId === id),
          );
          for (const { id, askedAt, retriedUntil } of ongoing) {
            if (askedAt !== undefined) continue;
            quiet += 1;
            expect(sample?.timestamp, id).toBeLessThanOrEqual(retriedUntil ?? 0);
          }
          if (minute % 60 === 0) {
            hours += 1;
            asked += loadIn(mission).inLastHour;
            expect(loadIn(mission).mostInTenMinutes).toBeLessThanOrEqual(LOAD_GUIDELINE.mostInTenMinutes);
          }
        }
      }
      expect(quiet).toBeGreaterThan(50);
      expect(asked / hours).toBeGreaterThan(1);
      expect(asked / hours).toBeLessThanOrEqual(LOAD_GUIDELINE.inLastHour);
    },
  );
});
