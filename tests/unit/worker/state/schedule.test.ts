import { describe, expect, it } from 'vitest';
import {
  ANOMALY_PERIOD_MS,
  ORBITA_PERIOD_MS,
  PERFORMANCE_PERIOD_MS,
  TELEMETRY_PERIOD_MS,
} from '../../../../src/shared/constants.ts';
import {
  anchorSchedule,
  completeStep,
  lastStep,
  nextStep,
  skipTo,
} from '../../../../src/worker/state/schedule.ts';
import { later, T0 } from '../../../support/mission.ts';

describe('the schedule', () => {
  const schedule = anchorSchedule(T0, T0);

  it('runs every cadence first a period after its anchor', () => {
    expect(schedule).toEqual({
      clock: later(1000),
      telemetry: later(TELEMETRY_PERIOD_MS),
      positions: later(ORBITA_PERIOD_MS),
      contacts: later(1000),
      anomalies: later(ANOMALY_PERIOD_MS),
      performance: later(PERFORMANCE_PERIOD_MS),
    });
  });

  it('keeps the grid of its anchor, before and after it', () => {
    expect(anchorSchedule(T0, later(12_345)).telemetry).toBe(later(15_000));
    expect(anchorSchedule(T0, later(15_000)).telemetry).toBe(later(20_000));
    expect(anchorSchedule(T0, later(-12_345)).telemetry).toBe(later(-10_000));
  });

  it('skips the instants of a gap on the same grid, and none after it', () => {
    const skipped = skipTo(schedule, later(12_345));
    expect(skipped).toEqual(anchorSchedule(T0, later(12_345)));
    expect(skipTo(schedule, later(500))).toEqual(schedule);
    expect(skipTo(schedule, later(TELEMETRY_PERIOD_MS)).telemetry).toBe(later(2 * TELEMETRY_PERIOD_MS));
  });

  it('runs the earliest due task, and of several at one instant the first named', () => {
    expect(nextStep(schedule)).toEqual({ cadence: 'clock', time: later(1000) });
    const clockDone = completeStep(schedule, 'clock');
    expect(clockDone.clock).toBe(later(2000));
    expect(nextStep(clockDone)).toEqual({ cadence: 'contacts', time: later(1000) });
    const late = { ...schedule, clock: later(9000), contacts: later(9000) };
    expect(nextStep(late)).toEqual({ cadence: 'telemetry', time: later(TELEMETRY_PERIOD_MS) });
  });

  it('gives the last run of a cadence', () => {
    expect(lastStep(schedule, 'positions')).toBe(T0);
    expect(lastStep(completeStep(schedule, 'positions'), 'positions')).toBe(later(ORBITA_PERIOD_MS));
  });
});
