import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANOMALY_SEVERITIES,
  ANOMALY_STATUSES,
  ANOMALY_TYPES,
  type Anomaly,
  COMMAND_NAMES,
  type TelemetrySample,
} from '../../../src/shared/entities.ts';
import { ANOMALY_LIST_CAP } from '../../../src/shared/limits.ts';
import {
  type AnomaliesState,
  acknowledgeAnomaly,
  describeAnomaly,
  drawAnomaly,
  resolveAnomaly,
} from '../../../src/worker/anomalies.ts';
import { ANOMALY_KINDS } from '../../../src/worker/anomaly-kinds.ts';
import { createRandom, type Random } from '../../../src/worker/random.ts';
import { seedAnomalies } from '../../../src/worker/sample-data.ts';
import { citeChannels } from '../../../src/worker/telemetry-words.ts';
import { later, T0 } from '../../support/mission.ts';

const EMPTY: AnomaliesState = { anomalies: [], nextId: 1 };
const ALL_KINDS = ANOMALY_TYPES.flatMap((type) => ANOMALY_KINDS[type].map((kind) => ({ type, kind })));

/** Chance that is told what to say, and counts how often it is asked. */
function scripted(...numbers: readonly number[]): Random & { readonly asked: () => number } {
  const source = createRandom(1);
  let asked = 0;
  return { ...source, next: () => numbers[asked++] ?? Number.NaN, asked: () => asked };
}

const NOMINAL: Omit<TelemetrySample, 'timestamp'> = {
  batteryVoltage: 27.03,
  solarOutput: 600,
  signalStrength: 60,
  temperature: 15,
  attitudeStability: 0.5,
};
const HISTORY: readonly TelemetrySample[] = [
  { ...NOMINAL, timestamp: later(-95_000) },
  { ...NOMINAL, timestamp: later(-50_000), batteryVoltage: 1 },
  {
    timestamp: T0,
    batteryVoltage: 21.41,
    solarOutput: 0,
    signalStrength: 60.04,
    temperature: -4.25,
    attitudeStability: 3.5,
  },
];

describe('a poll (spec §4, §9)', () => {
  it('adds an Active anomaly on top, dates it and warns', () => {
    const state = seedAnomalies(T0);
    const step = drawAnomaly(state, later(30_000), HISTORY, scripted(0, 0.45, 0.99));
    const [drawn, ...rest] = step.state.anomalies;
    expect(drawn).toMatchObject({
      id: 'anomaly-4',
      timestamp: later(30_000),
      type: 'Signal',
      status: 'Active',
    });
    expect(rest).toEqual(state.anomalies);
    expect(step.notices).toEqual([{ level: 'warning', text: 'New anomaly detected: Signal' }]);
  });

  it.each([
    [0.0999, 3, true],
    [0.1, 1, false],
    [0.9999, 1, false],
  ])('at chance %d asks for %d random numbers', (chance, count, isNew) => {
    const random = scripted(chance, 0.5, 0.5);
    const step = drawAnomaly(EMPTY, T0, HISTORY, random);
    expect(random.asked()).toBe(count);
    expect(step.state === EMPTY).toBe(!isNew);
    expect(step.notices).toHaveLength(isNew ? 1 : 0);
  });

  it('drops exactly the oldest once there are ten', () => {
    let state = EMPTY;
    for (let index = 0; index < 10; index++) state = drawAnomaly(state, T0, [], scripted(0, 0, 0)).state;
    expect(state.anomalies).toHaveLength(ANOMALY_LIST_CAP);
    const next = drawAnomaly(state, T0, [], scripted(0, 0, 0)).state;
    expect(next.anomalies.map(({ id }) => id)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `anomaly-${number}`),
    );
  });

  it('of 100,000 brings an anomaly in 10 %, every type alike and every kind: four standard deviations', () => {
    const polls = 100_000;
    const random = createRandom(2026);
    const counts = new Map<string, number>();
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
    const isExpected = (key: string, share: number): void => {
      const deviation = Math.sqrt(polls * share * (1 - share));
      expect(Math.abs((counts.get(key) ?? 0) - polls * share), key).toBeLessThan(4 * deviation);
    };
    for (let poll = 0; poll < polls; poll++) {
      const { state, notices } = drawAnomaly(EMPTY, T0, HISTORY, random);
      const [drawn] = state.anomalies;
      expect(notices.length).toBe(drawn ? 1 : 0);
      if (!drawn) continue;
      for (const key of ['any', drawn.type, drawn.message]) count(key);
    }
    isExpected('any', 0.1);
    for (const type of ANOMALY_TYPES) isExpected(type, 0.02);
    for (const { type, kind } of ALL_KINDS) isExpected(kind.message, 0.02 / ANOMALY_KINDS[type].length);
    expect(counts.size).toBe(1 + ANOMALY_TYPES.length + ALL_KINDS.length);
  });

  it('brings the same anomalies with the same seed', () => {
    const hundred = (seed: number) => {
      const random = createRandom(seed);
      let state = EMPTY;
      for (let poll = 0; poll < 100; poll++) state = drawAnomaly(state, T0, HISTORY, random).state;
      return state;
    };
    expect(hundred(3)).toEqual(hundred(3));
    expect(hundred(3)).not.toEqual(hundred(4));
  });
});

describe('the kinds of anomaly', () => {
  it('are several for each type, of all severities, each told apart by its message', () => {
    for (const type of ANOMALY_TYPES) expect(ANOMALY_KINDS[type].length).toBeGreaterThan(1);
    expect(new Set(ALL_KINDS.map(({ kind }) => kind.severity))).toEqual(new Set(ANOMALY_SEVERITIES));
    expect(new Set(ALL_KINDS.map(({ kind }) => kind.message)).size).toBe(ALL_KINDS.length);
  });

  it.each(ALL_KINDS)(
    '$kind.message: explained by the telemetry at hand, with a command (spec §3, §5)',
    ({ type, kind }) => {
      const { aiExplanation, suggestedAction } = describeAnomaly(type, kind, HISTORY);
      expect(aiExplanation.startsWith(`${citeChannels(HISTORY, kind.evidence)} `)).toBe(true);
      expect(aiExplanation.endsWith('.')).toBe(true);
      expect(kind.evidence.length).toBeGreaterThan(1);
      expect(COMMAND_NAMES).toContain(suggestedAction);
    },
  );
});

describe('citing telemetry', () => {
  it('gives each value, its level (spec §9) and its change over the whole history', () => {
    expect(citeChannels(HISTORY, ['batteryVoltage', 'temperature', 'attitudeStability'])).toBe(
      'Battery voltage is 21.41 V (warning), down 5.62 V in 95 s; ' +
        'bus temperature is −4.3 °C (nominal), down 19.3 °C in 95 s; ' +
        'attitude deviation is 3.50° (critical), up 3.00° in 95 s.',
    );
    expect(citeChannels(HISTORY, ['solarOutput', 'signalStrength'])).toBe(
      'Solar output is 0 W, down 600 W in 95 s; signal strength is 60.0 % (nominal), unchanged in 95 s.',
    );
  });

  it('says less when there is less to say', () => {
    expect(citeChannels(HISTORY.slice(0, 1), ['batteryVoltage'])).toBe(
      'Battery voltage is 27.03 V (nominal).',
    );
    expect(citeChannels([], ['signalStrength'])).toBe('Signal strength has not been received yet.');
  });
});

describe('an anomaly (spec §4)', () => {
  const state = seedAnomalies(T0);
  const withStatus = (status: Anomaly['status']): Anomaly => {
    const anomaly = state.anomalies.find((other) => other.status === status);
    if (!anomaly) throw new Error(`no ${status} anomaly`);
    return anomaly;
  };

  it.each([
    [acknowledgeAnomaly, 'Acknowledged', 'Anomaly acknowledged'],
    [resolveAnomaly, 'Resolved', 'Anomaly marked as resolved'],
  ] as const)('that is Active: %o', (act, status, text) => {
    const active = withStatus('Active');
    const answer = act(state, active.id);
    const moved = { ...active, status };
    expect(answer.outcome).toEqual({ ok: true, value: moved });
    expect(answer.state.anomalies).toEqual(
      state.anomalies.map((other) => (other === active ? moved : other)),
    );
    expect(answer.notices).toEqual([{ level: 'success', text }]);
  });

  it.each([
    ['Acknowledged', 'This anomaly is already acknowledged.'],
    ['Resolved', 'This anomaly is already resolved.'],
  ] as const)('that is %s: shows no actions and takes none', (status, message) => {
    for (const act of [acknowledgeAnomaly, resolveAnomaly]) {
      const answer = act(state, withStatus(status).id);
      expect(answer).toEqual({ state, outcome: { ok: false, message }, notices: [] });
      expect(answer.state).toBe(state);
    }
  });

  it.each(['anomaly-0', '', '__proto__'])('that is not listed (%j): is refused in words', (id) => {
    for (const act of [acknowledgeAnomaly, resolveAnomaly]) {
      expect(act(state, id).outcome).toEqual({
        ok: false,
        message: 'This anomaly is no longer in the list.',
      });
    }
  });
});

describe('the sample anomalies (spec §1)', () => {
  it('are one of each status, of different severities, newest first', () => {
    const { anomalies, nextId } = seedAnomalies(later(12_345));
    expect(anomalies.map(({ status }) => status).sort()).toEqual([...ANOMALY_STATUSES].sort());
    expect(new Set(anomalies.map(({ severity }) => severity)).size).toBe(3);
    const times = anomalies.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(Math.max(...times)).toBeLessThan(T0);
    expect(anomalies.map(({ id }) => id)).not.toContain(`anomaly-${nextId}`);
    for (const { aiExplanation } of anomalies) expect(aiExplanation).toMatch(/(up|down) \d.* in 95 s/);
  });
});

describe('whatever happens to the list', () => {
  it('holds ten at most, newest first, with ids of their own; only Active ones change (spec §4)', () => {
    const act = fc.tuple(fc.constantFrom('draw', 'acknowledge', 'resolve'), fc.nat({ max: 30 }));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80, size: 'max' }), fc.integer(), (acts, seed) => {
        const random = createRandom(seed);
        let state = seedAnomalies(T0);
        for (const [name, number] of acts) {
          const before = state;
          const id = `anomaly-${number}`;
          if (name === 'draw') {
            const always = { ...random, next: () => random.next() / 11 };
            state = drawAnomaly(state, T0, HISTORY, number % 2 ? always : random).state;
          } else {
            state = (name === 'resolve' ? resolveAnomaly : acknowledgeAnomaly)(state, id).state;
          }
          const numbers = state.anomalies.map((anomaly) => Number(anomaly.id.slice('anomaly-'.length)));
          expect(numbers.length).toBeLessThanOrEqual(10);
          expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => other - one));
          for (const held of before.anomalies) {
            const now = state.anomalies.find((anomaly) => anomaly.id === held.id);
            if (now && now !== held) {
              expect(held.status).toBe('Active');
              expect(now).toEqual({ ...held, status: name === 'resolve' ? 'Resolved' : 'Acknowledged' });
            }
          }
        }
      }),
      { seed: 10 },
    );
  });
});
