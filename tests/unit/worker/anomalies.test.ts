import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANOMALY_STATUSES,
  ANOMALY_TYPES,
  type Anomaly,
  type TelemetrySample,
} from '../../../src/shared/entities.ts';
import { ANOMALY_LIST_CAP } from '../../../src/shared/limits.ts';
import {
  type AnomaliesState,
  acknowledgeAnomaly,
  actingFaults,
  drawAnomaly,
  endFault,
  faultsOf,
  resolveAnomaly,
} from '../../../src/worker/anomalies.ts';
import { noteForecast, refreshAnomalies } from '../../../src/worker/anomaly-texts.ts';
import { createRandom, type Random } from '../../../src/worker/random.ts';
import { seedAnomalies } from '../../../src/worker/sample-data.ts';
import { FAULT_KINDS, FAULT_NAMES } from '../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../support/mission.ts';
import { spacecraftView } from '../../support/spacecraft-view.ts';

const EMPTY: AnomaliesState = { anomalies: [], nextId: 1, faults: {} };

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
const NOMINAL_NOW: TelemetrySample = { ...NOMINAL, timestamp: T0 };
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
    const newAnomalyId = step.state.anomalies[0]?.id;
    expect(step.notices).toEqual([{ level: 'warning', text: 'New anomaly detected: Signal', newAnomalyId }]);
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

  it('of 100,000 brings an anomaly in 10 %, every type alike and every fault of it: four standard deviations', () => {
    const polls = 100_000;
    const random = createRandom(2026);
    const counts = new Map<string, number>();
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
    const isExpected = (key: string, share: number): void => {
      const deviation = Math.sqrt(polls * share * (1 - share));
      expect(Math.abs((counts.get(key) ?? 0) - polls * share), key).toBeLessThan(4 * deviation);
    };
    for (let poll = 0; poll < polls; poll++) {
      const { state, notices, drawn } = drawAnomaly(EMPTY, T0, HISTORY, random);
      const [anomaly] = state.anomalies;
      expect(notices.length).toBe(anomaly ? 1 : 0);
      if (!anomaly || !drawn) continue;
      for (const key of ['any', anomaly.type, drawn.fault]) count(key);
    }
    isExpected('any', 0.1);
    for (const type of ANOMALY_TYPES) isExpected(type, 0.02);
    for (const name of FAULT_NAMES) isExpected(name, 0.02 / faultsOf(FAULT_KINDS[name].type).length);
    expect(counts.size).toBe(1 + ANOMALY_TYPES.length + FAULT_NAMES.length);
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

describe('what a poll brings is a fault', () => {
  it('of the drawn type, with the severity and the remedy of its kind, and says which is to act', () => {
    const { state, drawn } = drawAnomaly(EMPTY, T0, HISTORY, scripted(0, 0.45, 0));
    expect(drawn).toEqual({ anomalyId: 'anomaly-1', fault: 'antenna-off' });
    expect(state.anomalies[0]).toMatchObject({
      type: 'Signal',
      severity: 'Medium',
      suggestedAction: 'Rotate Antenna',
    });
    expect(state.faults['anomaly-1']).toMatchObject({
      name: 'antenna-off',
      since: T0,
      before: HISTORY.at(-1),
    });
    expect(actingFaults(state)).toEqual([drawn]);
    expect(structuredClone(state)).toEqual(state);
  });

  it('may act already: it is another anomaly', () => {
    const once = drawAnomaly(EMPTY, T0, HISTORY, scripted(0, 0.45, 0)).state;
    const { state } = drawAnomaly(once, later(30_000), HISTORY, scripted(0, 0.45, 0));
    expect(actingFaults(state).map(({ fault }) => fault)).toEqual(['antenna-off', 'antenna-off']);
  });

  it('is over when its anomaly leaves the full list', () => {
    let state = EMPTY;
    for (let index = 0; index < 10; index++) state = drawAnomaly(state, T0, [], scripted(0, 0, 0)).state;
    const next = drawAnomaly(state, T0, [], scripted(0, 0, 0));
    expect(next.droppedId).toBe('anomaly-1');
    expect(Object.keys(next.state.faults)).not.toContain('anomaly-1');
    const mended = endFault(state, 'anomaly-1', T0);
    expect(drawAnomaly(mended, T0, [], scripted(0, 0, 0)).droppedId).toBeUndefined();
  });

  it('ends with its resolution, and only once', () => {
    const { state } = drawAnomaly(EMPTY, T0, HISTORY, scripted(0, 0.45, 0));
    const resolved = resolveAnomaly(state, 'anomaly-1');
    expect(resolved.state.faults).toEqual({});
    expect(actingFaults(resolved.state)).toEqual([]);
    expect(resolveAnomaly(resolved.state, 'anomaly-1').state).toBe(resolved.state);
    expect(actingFaults(acknowledgeAnomaly(state, 'anomaly-1').state)).toHaveLength(1);
  });

  it('can end physically, with its anomaly as it was', () => {
    const { state } = drawAnomaly(EMPTY, T0, HISTORY, scripted(0, 0.45, 0));
    const ended = endFault(state, 'anomaly-1', later(1000), 'Rotate Antenna');
    expect(ended.anomalies).toBe(state.anomalies);
    expect(ended.faults['anomaly-1']).toMatchObject({ endedAt: later(1000), endedBy: 'Rotate Antenna' });
    expect(actingFaults(ended)).toEqual([]);
    for (const id of ['anomaly-1', 'anomaly-9', '__proto__']) expect(endFault(ended, id, T0)).toBe(ended);
  });
});

describe('the text of an anomaly', () => {
  const drawn = drawAnomaly(EMPTY, T0, HISTORY, scripted(0, 0.45, 0)).state;
  const view = spacecraftView();
  /** A history up to an instant, in which the signal has dropped by about ten points after the onset. */
  const historyTo = (atS: number, signal = 50): readonly TelemetrySample[] =>
    Array.from({ length: 20 }, (_, index) => {
      const seconds = atS - 5 * (19 - index);
      const wavers = 0.3 * (index % 2) + 0.01 * seconds;
      const signalStrength = seconds > 0 ? signal + wavers : 60;
      return { ...NOMINAL, signalStrength, timestamp: later(1000 * seconds) };
    });
  const at = (state: AnomaliesState, atS: number, signal?: number) =>
    refreshAnomalies(state, historyTo(atS, signal), view, later(1000 * atS));
  const messageOf = ({ anomalies }: AnomaliesState) => anomalies[0]?.message;
  const settled = [5, 30, 60, 95].reduce((state, atS) => at(state, atS, 52), drawn);

  it('follows the samples at first, and then stands still', () => {
    expect(messageOf(drawn)).toMatch(/first signs are expected in signal strength/);
    const first = at(drawn, 5);
    expect(messageOf(first)).toMatch(/^Signal strength fell 9\.\d points in 5 s/);
    const second = at(first, 50, 48);
    expect(messageOf(second)).not.toBe(messageOf(first));
    let state = settled;
    for (let atS = 105; atS < 3000; atS += 5) state = at(state, atS, 52);
    expect(state).toBe(settled);
  });

  it('is written anew when a limit is passed, and not by noise at it', () => {
    const crossed = at(settled, 200, 45);
    expect(messageOf(crossed)).not.toBe(messageOf(settled));
    expect(crossed.anomalies[0]?.aiExplanation).toContain('(warning)');
    expect(at(crossed, 205, 48.2)).toBe(crossed);
  });

  it('says that the fault has ended, then that the channel is back, and stands still again', () => {
    const ended = at(endFault(settled, 'anomaly-1', later(190_000), 'Rotate Antenna'), 190);
    expect(messageOf(ended)).toBe(
      'Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC: ready to resolve.',
    );
    const back = at(ended, 200, 62);
    expect(messageOf(back)).toMatch(/; signal strength back at 6\d\.\d %: ready to resolve\.$/);
    expect(back.anomalies[0]?.status).toBe('Active');
    expect(at(back, 205, 30)).toBe(back);
  });

  it('takes a forecast once, and again only if it has moved', () => {
    const forecast = { channel: 'signalStrength', level: 'critical', value: 40, inMs: 7_200_000 } as const;
    const noted = noteForecast(settled, 'anomaly-1', forecast, later(100_000));
    const written = at(noted, 105, 52);
    expect(written.anomalies[0]?.aiExplanation).toContain('below 40 % (critical) in about 2 h (14:01 UTC)');
    expect(noteForecast(written, 'anomaly-1', { ...forecast, inMs: 7_100_000 }, later(200_000))).toBe(
      written,
    );
    expect(noteForecast(written, 'anomaly-1', { ...forecast, inMs: 600_000 }, later(200_000))).not.toBe(
      written,
    );
    expect(noteForecast(written, 'anomaly-1', undefined, T0)).not.toBe(written);
    expect(noteForecast(written, 'no-such', forecast, T0)).toBe(written);
  });

  it('of a resolved anomaly stays as it is', () => {
    const { state } = resolveAnomaly(drawn, 'anomaly-1');
    expect(at(state, 20)).toBe(state);
    expect(at(EMPTY, 20)).toBe(EMPTY);
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
  });

  it('carry real faults: the Active one acts, the Acknowledged one has ended, the Resolved one is over', () => {
    const state = seedAnomalies(T0, NOMINAL_NOW);
    const [active, acknowledged, resolved] = state.anomalies;
    expect(actingFaults(state)).toEqual([{ anomalyId: active?.id, fault: 'antenna-off' }]);
    expect(state.faults[active?.id ?? '']?.before).toMatchObject(NOMINAL);
    expect(acknowledged?.message).toMatch(
      /^Gyro drifting ended by Calibrate Sensors at .* back at 0\.61°\.$/,
    );
    expect(Object.keys(state.faults)).not.toContain(resolved?.id);
    expect(refreshAnomalies(seedAnomalies(T0), [], spacecraftView(), T0).anomalies[1]).toEqual(acknowledged);
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
