import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANOMALY_LIST_CAP } from '../../../../../src/shared/entities/constants.ts';
import {
  ANOMALY_STATUSES,
  ANOMALY_TYPES,
  type Anomaly,
  type TelemetrySample,
} from '../../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../../../src/shared/entities/faults.ts';
import {
  type AnomaliesState,
  acknowledgeAnomaly,
  actingFaults,
  type Detected,
  detectFault,
  drawFault,
  endFault,
  hasRoom,
  isOpen,
  resolveAnomaly,
} from '../../../../../src/worker/ground/anomalies/anomalies.ts';
import { refreshAnomalies } from '../../../../../src/worker/ground/anomalies/anomaly-reports.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import { createRandom, type Random } from '../../../../../src/worker/kit/random.ts';
import { initialAnomalies } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import { FAULT_KINDS } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL, sample } from '../../../../support/telemetry.ts';

const EMPTY: AnomaliesState = { anomalies: [], nextId: 1, faults: {} };

/** Returns a scripted source of random numbers that counts its calls. */
function scripted(...numbers: readonly number[]): Random & { readonly asked: () => number } {
  const source = createRandom(1);
  let asked = 0;
  return { ...source, next: () => numbers[asked++] ?? Number.NaN, asked: () => asked };
}

const HISTORY: readonly TelemetrySample[] = [
  sample(-95),
  sample(-50, { batteryVoltage: 1 }),
  sample(0, { batteryVoltage: 21.41, solarOutput: 0, temperature: -4.25, attitudeStability: 3.5 }),
];

const PLAN = { course: 'contained', containedAt: later(600_000), clearedAt: later(4_000_000) } as const;

/** Returns the list after a fault of each of these kinds was detected, in turn, 30 s apart. */
const listOf = (names: readonly FaultName[], from: AnomaliesState = EMPTY): AnomaliesState =>
  names.reduce(
    (state, name, index) => detectFault(state, { name, plan: PLAN }, later(30_000 * index), []).state,
    from,
  );
const idsOf = ({ anomalies }: AnomaliesState): readonly string[] => anomalies.map(({ id }) => id);

describe('a poll (spec §4, §9)', () => {
  it.each([
    [0.0999, 3, true],
    [0.1, 1, false],
    [0.9999, 1, false],
  ])('at chance %d draws %d random numbers', (chance, count, isNew) => {
    const random = scripted(chance, 0.45, 0);
    expect(drawFault('specified', random)).toBe(isNew ? 'antenna-off' : undefined);
    expect(random.asked()).toBe(count);
  });

  it('of 100,000 polls 10 % draw a fault, with types and faults equally likely: four standard deviations', () => {
    const polls = 100_000;
    const random = createRandom(2026);
    const counts = new Map<string, number>();
    const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
    const isExpected = (key: string, share: number): void => {
      const deviation = Math.sqrt(polls * share * (1 - share));
      expect(Math.abs((counts.get(key) ?? 0) - polls * share), key).toBeLessThan(4 * deviation);
    };
    for (let poll = 0; poll < polls; poll++) {
      const name = drawFault('specified', random);
      if (name) for (const key of ['any', FAULT_KINDS[name].type, name]) count(key);
    }
    isExpected('any', 0.1);
    for (const type of ANOMALY_TYPES) isExpected(type, 0.02);
    for (const name of FAULT_NAMES) isExpected(name, 0.02 / causesOf(FAULT_KINDS[name].type).length);
    expect(counts.size).toBe(1 + ANOMALY_TYPES.length + FAULT_NAMES.length);
  });
});

describe('a detected fault (spec §4)', () => {
  it('is an Active anomaly on top, dated and announced, with what the causes of its type have in common', () => {
    const before = initialAnomalies(T0, 1);
    const { state, notices, detected } = detectFault(
      before,
      { name: 'gimbal-slip', plan: PLAN },
      later(30_000),
      HISTORY,
    );
    const [first, ...rest] = state.anomalies;
    expect(first).toMatchObject({
      id: 'anomaly-4',
      timestamp: later(30_000),
      type: 'Signal',
      status: 'Active',
      severity: 'Medium',
      suggestedAction: 'Rotate Antenna',
    });
    expect(rest).toEqual(before.anomalies);
    expect(notices).toEqual([
      { level: 'warning', text: 'New anomaly detected: Signal', newAnomalyId: 'anomaly-4' },
    ]);
    expect(detected).toEqual({ anomalyId: 'anomaly-4', fault: 'gimbal-slip', plan: PLAN });
    expect(state.faults['anomaly-4']).toMatchObject({ name: 'gimbal-slip', plan: PLAN });
    expect(actingFaults(state)).toContainEqual(detected);
    expect(structuredClone(state)).toEqual(state);
  });

  it.each(ANOMALY_TYPES)(
    'of type %s is the same anomaly whichever fault it is and whatever FDIR plans',
    (type) => {
      const plans = [
        PLAN,
        { course: 'lasting' },
        { course: 'transient', clearedAt: later(120_000) },
      ] as const;
      const anomalies = causesOf(type).flatMap((name) =>
        plans.map((plan) => detectFault(EMPTY, { name, plan }, T0, HISTORY).state.anomalies[0]),
      );
      for (const anomaly of anomalies) expect(anomaly).toEqual(anomalies[0]);
    },
  );

  it('of a kind already active takes the place of the earlier anomaly, which has not recovered', () => {
    const twice = listOf(['antenna-off', 'gimbal-slip', 'antenna-off']);
    expect(actingFaults(twice)).toEqual([
      { anomalyId: 'anomaly-3', fault: 'antenna-off', plan: PLAN },
      { anomalyId: 'anomaly-2', fault: 'gimbal-slip', plan: PLAN },
    ]);
    expect(idsOf(twice)).toEqual(['anomaly-3', 'anomaly-2']);
    expect(Object.keys(twice.faults).sort()).toEqual(['anomaly-2', 'anomaly-3']);
    const again = listOf(['antenna-off'], twice);
    const firstReports = [twice, again].map(({ faults }) =>
      Object.values(faults).map(({ firstReport }) => firstReport),
    );
    expect(firstReports).toEqual([
      [undefined, 'anomaly-1'],
      [undefined, 'anomaly-1'],
    ]);
  });

  it('can end physically, with its anomaly unchanged', () => {
    const state = listOf(['antenna-off']);
    const ended = endFault(state, 'anomaly-1', later(1000), 'Rotate Antenna');
    expect(ended.anomalies).toBe(state.anomalies);
    expect(ended.faults['anomaly-1']).toMatchObject({ endedAt: later(1000), endedBy: 'Rotate Antenna' });
    expect(actingFaults(ended)).toEqual([]);
    for (const id of ['anomaly-1', 'anomaly-9', '__proto__']) expect(endFault(ended, id, T0)).toBe(ended);
  });

  it('is no longer reported once its anomaly is resolved', () => {
    const resolved = resolveAnomaly(listOf(['antenna-off']), 'anomaly-1', T0).state;
    expect(resolved.faults).toEqual({});
    expect(resolveAnomaly(resolved, 'anomaly-1', T0).state).toBe(resolved);
  });
});

describe('an anomaly is open', () => {
  const state = listOf(['antenna-off']);
  const openOf = (now: AnomaliesState): boolean[] => now.anomalies.map((anomaly) => isOpen(anomaly, now));

  it('while it is Active, and while it is Acknowledged and its fault persists', () => {
    const acknowledged = acknowledgeAnomaly(state, 'anomaly-1', T0).state;
    expect(openOf(state)).toEqual([true]);
    expect(openOf(endFault(state, 'anomaly-1', T0))).toEqual([true]);
    expect(openOf(acknowledged)).toEqual([true]);
    expect(openOf(endFault(acknowledged, 'anomaly-1', T0))).toEqual([false]);
    expect(openOf(resolveAnomaly(state, 'anomaly-1', T0).state)).toEqual([false]);
  });
});

describe('the full list', () => {
  const TEN = FAULT_NAMES.slice(0, ANOMALY_LIST_CAP);
  const full = listOf(TEN);
  const next: Detected = { name: FAULT_NAMES[10] as FaultName, plan: PLAN };
  const leftBy = (state: AnomaliesState): readonly string[] => {
    const after = detectFault(state, next, later(900_000), []).state;
    expect(after.anomalies).toHaveLength(ANOMALY_LIST_CAP);
    for (const id of Object.keys(after.faults)) expect(idsOf(after)).toContain(id);
    const left = idsOf(state).filter((id) => !idsOf(after).includes(id));
    // Only the record of an active fault outlasts its anomaly.
    const outlasting = Object.entries(state.faults).filter(
      ([id, { endedAt }]) => left.includes(id) && endedAt === undefined,
    );
    expect(after.closed).toEqual({ ...state.closed, ...Object.fromEntries(outlasting) });
    return left;
  };

  it('drops its oldest if all are Active with persisting faults', () => {
    expect(leftBy(full)).toEqual(['anomaly-1']);
    expect(hasRoom(full)).toBe(false);
    expect(hasRoom(listOf(TEN.slice(1)))).toBe(true);
  });

  it('drops a handled anomaly whose fault has ended first: what nobody has answered stays longer', () => {
    const ended = endFault(endFault(endFault(full, 'anomaly-3', T0), 'anomaly-7', T0), 'anomaly-9', T0);
    expect(leftBy(resolveAnomaly(ended, 'anomaly-9', T0).state)).toEqual(['anomaly-9']);
    expect(leftBy(acknowledgeAnomaly(ended, 'anomaly-7', T0).state)).toEqual(['anomaly-7']);
  });

  it('then drops the oldest anomaly whose fault has ended', () => {
    const handled = acknowledgeAnomaly(resolveAnomaly(full, 'anomaly-1', T0).state, 'anomaly-2', T0).state;
    const cleared = endFault(endFault(handled, 'anomaly-7', T0), 'anomaly-5', T0);
    expect(leftBy(cleared)).toEqual(['anomaly-5']);
  });

  it('drops one whose fault has ended, resolved or cleared by a command, before those with a persisting fault', () => {
    const acknowledged = acknowledgeAnomaly(full, 'anomaly-2', T0).state;
    const resolved = resolveAnomaly(endFault(acknowledged, 'anomaly-6', T0), 'anomaly-6', T0).state;
    expect(leftBy(resolved)).toEqual(['anomaly-6']);
    expect(leftBy(endFault(acknowledged, 'anomaly-4', T0, 'Thermal Control'))).toEqual(['anomaly-4']);
  });

  it('then drops a handled one with a persisting fault, acknowledged or resolved', () => {
    const acknowledged = acknowledgeAnomaly(full, 'anomaly-2', T0).state;
    expect(leftBy(acknowledged)).toEqual(['anomaly-2']);
    expect(hasRoom(acknowledged)).toBe(true);
    const resolved = resolveAnomaly(full, 'anomaly-6', T0).state;
    expect(leftBy(resolved)).toEqual(['anomaly-6']);
    expect(leftBy(acknowledgeAnomaly(resolved, 'anomaly-8', T0).state)).toEqual(['anomaly-6']);
  });
});

describe('an anomaly (spec §4)', () => {
  const state = initialAnomalies(T0, 1);
  const withStatus = (status: Anomaly['status']): Anomaly => {
    const anomaly = state.anomalies.find((other) => other.status === status);
    if (!anomaly) throw new Error(`no ${status} anomaly`);
    return anomaly;
  };

  it.each([
    ['Acknowledged', acknowledgeAnomaly, 'Anomaly acknowledged'],
    ['Resolved', resolveAnomaly, 'Anomaly marked as resolved'],
  ] as const)('that is Active becomes %s', (status, act, text) => {
    const active = withStatus('Active');
    const answer = act(state, active.id, T0);
    const moved = { ...active, status };
    expect(answer.outcome).toEqual({ ok: true, value: moved });
    expect(answer.state.anomalies).toEqual(
      state.anomalies.map((other) => (other === active ? moved : other)),
    );
    expect(answer.notices).toEqual([{ level: 'success', text }]);
  });

  it('still asks since the same instant once it is acknowledged, and no more once it is resolved', () => {
    const active = { ...withStatus('Active'), askedAt: later(-1) };
    const asking = { ...state, anomalies: [active] };
    const askedAfter = (act: typeof acknowledgeAnomaly) =>
      act(asking, active.id, T0).state.anomalies.map((anomaly) => ['askedAt' in anomaly, anomaly.askedAt]);
    expect(askedAfter(acknowledgeAnomaly)).toEqual([[true, later(-1)]]);
    expect(askedAfter(resolveAnomaly)).toEqual([[false, undefined]]);
  });

  it.each([
    ['Acknowledged', 'This anomaly is already acknowledged.'],
    ['Resolved', 'This anomaly is already resolved.'],
  ] as const)('that is %s offers and accepts no actions', (status, message) => {
    for (const act of [acknowledgeAnomaly, resolveAnomaly]) {
      const answer = act(state, withStatus(status).id, T0);
      expect(answer).toEqual({ state, outcome: { ok: false, message }, notices: [] });
      expect(answer.state).toBe(state);
    }
  });

  it.each(['anomaly-0', '', '__proto__'])('with the unknown id %j is refused with a message', (id) => {
    for (const act of [acknowledgeAnomaly, resolveAnomaly]) {
      expect(act(state, id, T0).outcome).toEqual({
        ok: false,
        message: 'This anomaly is no longer in the list.',
      });
    }
  });
});

describe('the sample anomalies (spec §1)', () => {
  it('are one of each status, of different severities, newest first', () => {
    const { anomalies, nextId } = initialAnomalies(later(12_345), 1);
    expect(anomalies.map(({ status }) => status).sort()).toEqual([...ANOMALY_STATUSES].sort());
    expect(new Set(anomalies.map(({ severity }) => severity)).size).toBe(3);
    const times = anomalies.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(Math.max(...times)).toBeLessThan(T0);
    expect(anomalies.map(({ id }) => id)).not.toContain(`anomaly-${nextId}`);
  });

  it('have real faults: that of the Active one persists, those of the others have ended', () => {
    const { timestamp: _, ...reading } = NOMINAL;
    const state = initialAnomalies(T0, 1, { telemetry: [NOMINAL] });
    const [active, acknowledged, resolved] = state.anomalies;
    expect(actingFaults(state)).toMatchObject([{ anomalyId: active?.id, fault: 'antenna-off' }]);
    expect(state.faults[active?.id ?? '']?.before).toMatchObject(reading);
    expect(acknowledged?.message).toMatch(
      /^Gyro bias cleared by Calibrate Sensors at .* back at 0\.61° at \d\d:\d\d:\d\d UTC\.$/,
    );
    expect(Object.keys(state.faults)).not.toContain(resolved?.id);
    expect(refreshAnomalies(initialAnomalies(T0, 1), [], spacecraftView(), T0).anomalies[1]).toEqual(
      acknowledged,
    );
  });
});

describe('any sequence of operations on the list', () => {
  it('holds ten at most, newest first, with ids of their own; only Active ones change (spec §4)', () => {
    const act = fc.tuple(fc.constantFrom('draw', 'acknowledge', 'resolve'), fc.nat({ max: 30 }));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80, size: 'max' }), fc.integer(), (acts, seed) => {
        const random = createRandom(seed);
        let state = initialAnomalies(T0, 1);
        for (const [name, number] of acts) {
          const before = state;
          const id = `anomaly-${number}`;
          if (name === 'draw') {
            const name = FAULT_NAMES[Math.floor(random.next() * FAULT_NAMES.length)] as FaultName;
            state = detectFault(state, { name, plan: PLAN }, T0, HISTORY).state;
          } else {
            state = (name === 'resolve' ? resolveAnomaly(state, id, T0) : acknowledgeAnomaly(state, id, T0))
              .state;
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
