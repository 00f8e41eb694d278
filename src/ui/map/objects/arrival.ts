import { TELEMETRY_PERIODS_MS } from '../../../shared/entities/telemetry-rate.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/**
 * True if the newest sample directly follows the previous one: not the first sample, and not after a gap longer than
 * the longest period, which is a jump.
 */
export const isArrival = (previous: EpochMs | undefined, newest: EpochMs | undefined): boolean =>
  previous !== undefined &&
  newest !== undefined &&
  newest > previous &&
  newest - previous <= TELEMETRY_PERIODS_MS.low;
