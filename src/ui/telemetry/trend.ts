import type { TelemetrySample } from '../../shared/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { slopePerMin } from '../../shared/telemetry-slope.ts';

export type TrendDirection = 'rising' | 'falling' | 'steady';

export interface Trend {
  readonly direction: TrendDirection;
  /** Least-squares slope over the history, in the channel's unit per minute. */
  readonly perMin: number;
}

/** Trend of a channel; steady with fewer than two instants. */
export function trendOf(history: readonly TelemetrySample[], channel: TelemetryChannel): Trend {
  const perMin = slopePerMin(history, channel) ?? 0;
  if (!(Math.abs(perMin) >= CHANNELS[channel].steadyPerMin)) return { direction: 'steady', perMin };
  return { direction: perMin > 0 ? 'rising' : 'falling', perMin };
}
