import { describe, expect, it } from 'vitest';
import { MS_PER_H } from '../../../../../src/shared/kit/units.ts';
import {
  isReportedOut,
  type LimitWatches,
  shiftWatches,
  watchLimits,
} from '../../../../../src/worker/ground/telemetry/limit-watch.ts';
import { later } from '../../../../support/mission.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

/** Returns the watches after attitude deviations, 5 s apart. */
const watching = (deviations: readonly number[], mode: 'NOMINAL' | 'SAFE' = 'NOMINAL'): LimitWatches =>
  deviations.reduce<LimitWatches | undefined>(
    (held, attitudeStability, index) =>
      watchLimits(held, { ...NOMINAL, timestamp: later(5000 * index), attitudeStability }, mode),
    undefined,
  ) as LimitWatches;

describe('a reading', () => {
  it.each([
    ['that has just passed a limit', [0.5, 2], 2, 'NOMINAL', false],
    ['that has been beyond it for the delay', [0.5, 2, 2, 2, 2, 2], 2, 'NOMINAL', true],
    ['that is inside again, within the delay', [0.5, 2, 2, 2, 2, 2, 1], 1, 'NOMINAL', false],
    ['beyond it by design', [0.5, 2, 2, 2, 2, 2], 2, 'SAFE', false],
    ['beyond what the mode causes by design', [0.5, 4, 4, 4, 4, 4], 4, 'SAFE', true],
  ] as const)('%s: reported as out is %5$s', (_case, deviations, now, mode, isOut) => {
    expect(isReportedOut(watching(deviations, mode), 'attitudeStability', now, mode)).toBe(isOut);
  });

  it('counts as soon as it is out without earlier ones', () => {
    expect(isReportedOut(undefined, 'attitudeStability', 2, 'NOMINAL')).toBe(true);
    expect(isReportedOut(undefined, 'attitudeStability', 2, 'SAFE')).toBe(false);
  });
});

describe('the delays', () => {
  it('move back with the clock', () => {
    const sample = (atMs: number) => ({ ...NOMINAL, timestamp: later(atMs), attitudeStability: 2 });
    const shifted = shiftWatches(watching([0.5, 2, 2]), -MS_PER_H);
    const continued = watchLimits(shifted, sample(25_000 - MS_PER_H), 'NOMINAL');
    expect(continued.attitudeStability.level).toBe('warning');
  });

  it('leave the watches as they are while nothing changes', () => {
    const held = watching([0.5, 0.5]);
    expect(watchLimits(held, { ...NOMINAL, timestamp: later(10_000) }, 'NOMINAL')).toBe(held);
  });
});
