import { describe, expect, it } from 'vitest';
import type { PerformanceReport } from '../../../../src/shared/mission-control.ts';
import type { OperationName } from '../../../../src/shared/operations.ts';
import { MS_PER_MIN } from '../../../../src/shared/units.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';
import { later, T0 } from '../../../support/mission.ts';

/** What an operator does in each minute. */
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

const DUTY_CREW: Operator = (mission, minute) => {
  if (minute === 1) operate(mission, 'handOverConsole', 'duty crew');
};

/** Safe mode every hour, for no reason. */
const BAD_HANDS: Operator = (mission, minute) => {
  if (minute % 60 !== 1) return;
  const scheduledTime = '2026-11-20T12:00';
  const id = operate(mission, 'queueCommand', { name: 'Enter Safe Mode', scheduledTime, priority: 'High' });
  operate(mission, 'executeCommand', id);
};

/** The figures of a mission by the minute. */
function performanceWith(operator: Operator, seed: number, hours = 8): readonly PerformanceReport[] {
  const mission = createMission({ seed, startTime: T0 });
  return Array.from({ length: hours * 60 }, (_, index) => {
    mission.advanceTo(later((index + 1) * MS_PER_MIN));
    operator(mission, index + 1);
    return mission.snapshot().performance.value;
  });
}

const meanHealth = (reports: readonly PerformanceReport[]): number =>
  reports.reduce((sum, { systemHealth }) => sum + systemHealth, 0) / reports.length;

describe.each([1, 2, 3])('the performance of the mission of seed %d', (seed) => {
  it('has the same health and number of anomalies, whether each anomaly is resolved or none is', () => {
    const [resolved, untouched] = [performanceWith(RESOLVER, seed), performanceWith(NOBODY, seed)];
    const figures = ({ systemHealth, anomalyCount }: PerformanceReport) => ({ systemHealth, anomalyCount });
    expect(resolved.map(figures)).toEqual(untouched.map(figures));
    expect(new Set(untouched.map(({ systemHealth }) => systemHealth)).size).toBeGreaterThan(10);
    expect(new Set(untouched.map(({ anomalyCount }) => anomalyCount)).size).toBeGreaterThan(2);
  });

  it('has more health in good hands than in nobody’s, and less in bad hands', () => {
    const nobody = meanHealth(performanceWith(NOBODY, seed));
    expect(meanHealth(performanceWith(DUTY_CREW, seed))).toBeGreaterThan(nobody + 3);
    expect(meanHealth(performanceWith(BAD_HANDS, seed))).toBeLessThan(nobody - 10);
  });
});
