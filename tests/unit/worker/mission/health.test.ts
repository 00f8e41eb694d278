import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../../src/shared/contract/operations.ts';
import type { PerformanceReport } from '../../../../src/shared/entities/entities.ts';
import { MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';
import { later, T0 } from '../../../support/mission.ts';

/** Actions of an operator in each minute. */
type Operator = (mission: Mission, minute: number) => void;

const operate = (mission: Mission, name: OperationName, input: unknown): string => {
  const { outcome } = mission.apply({ kind: 'operation', name, input });
  if (!outcome.ok) throw new Error(outcome.message);
  return (outcome.value as { id?: string }).id ?? '';
};

const NOBODY: Operator = () => undefined;

const RESOLVER: Operator = (mission) => {
  for (const { id, status } of mission.snapshot().anomalies.value) {
    if (status === 'Active') operate(mission, 'resolveAnomaly', id);
  }
};

/** Enters safe mode every hour, without a reason. */
const BAD_HANDS: Operator = (mission, minute) => {
  if (minute % 60 !== 1) return;
  const scheduledTime = '2026-11-20T12:00';
  const id = operate(mission, 'queueCommand', { name: 'Enter Safe Mode', scheduledTime, priority: 'High' });
  operate(mission, 'executeCommand', id);
};

interface Shift {
  /** One report per minute. */
  readonly reports: readonly PerformanceReport[];
  readonly anomalies: ReadonlySet<string>;
}

/** Simulates a mission over eight hours. */
function shiftOf(operator: Operator, seed: number): Shift {
  const mission = createMission({ seed, startTime: T0 });
  const anomalies = new Set<string>();
  const reports = Array.from({ length: 8 * 60 }, (_, index) => {
    mission.advanceTo(later((index + 1) * MS_PER_MIN));
    for (const { id } of mission.snapshot().anomalies.value) anomalies.add(id);
    operator(mission, index + 1);
    return mission.snapshot().performance.value;
  });
  return { reports, anomalies };
}

const meanHealth = ({ reports }: Shift): number =>
  reports.reduce((sum, { systemHealth }) => sum + systemHealth, 0) / reports.length;

/** `SEEDS` is their number. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => index + 1);

describe.each(SEEDS)('the mission of seed %d', (seed) => {
  const nobody = shiftOf(NOBODY, seed);
  const resolver = shiftOf(RESOLVER, seed);

  it('has the same health and number of anomalies, whether each anomaly is resolved or none is', () => {
    const [resolved, untouched] = [resolver.reports, nobody.reports];
    const figures = ({ systemHealth, anomalyCount }: PerformanceReport) => ({ systemHealth, anomalyCount });
    expect(resolved.map(figures)).toEqual(untouched.map(figures));
    expect(new Set(untouched.map(({ systemHealth }) => systemHealth)).size).toBeGreaterThan(10);
    expect(new Set(untouched.map(({ anomalyCount }) => anomalyCount)).size).toBeGreaterThan(2);
  });

  it('raises no anomaly again for a fault whose anomaly was resolved', () => {
    expect(resolver.anomalies.size).toBeLessThanOrEqual(nobody.anomalies.size);
    expect(nobody.anomalies.size).toBeGreaterThan(50);
  });

  it('has less health in bad hands than in nobody’s', () => {
    expect(meanHealth(shiftOf(BAD_HANDS, seed))).toBeLessThan(meanHealth(nobody) - 10);
  });
});
