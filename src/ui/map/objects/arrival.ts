import { TELEMETRY_PERIODS_MS } from '../../../shared/entities/telemetry-rate.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/**
 * Whether the newest sample is the next one after the previous newest: not the first one, and not after a gap longer
 * than the longest period, which is a jump.
 */
export const isArrival = (previous: EpochMs | undefined, newest: EpochMs | undefined): boolean =>
  previous !== undefined &&
  newest !== undefined &&
  newest > previous &&
  newest - previous <= TELEMETRY_PERIODS_MS.low;
