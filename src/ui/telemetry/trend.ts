import type { TelemetrySample } from '../../shared/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { MS_PER_MIN } from '../../shared/units.ts';

export type TrendDirection = 'rising' | 'falling' | 'steady';

export interface Trend {
  readonly direction: TrendDirection;
  /** Least-squares slope over the history, in the channel's unit per minute. */
  readonly perMin: number;
}

/** Trend of a channel; steady with fewer than two instants. */
export function trendOf(history: readonly TelemetrySample[], channel: TelemetryChannel): Trend {
  const count = history.length;
  const meanTime = history.reduce((sum, { timestamp }) => sum + timestamp, 0) / count;
  const meanValue = history.reduce((sum, sample) => sum + sample[channel], 0) / count;
  let covariance = 0;
  let variance = 0;
  for (const sample of history) {
    covariance += (sample.timestamp - meanTime) * (sample[channel] - meanValue);
    variance += (sample.timestamp - meanTime) ** 2;
  }
  const perMin = variance > 0 ? (covariance / variance) * MS_PER_MIN : 0;
  if (!(Math.abs(perMin) >= CHANNELS[channel].steadyPerMin)) return { direction: 'steady', perMin };
  return { direction: perMin > 0 ? 'rising' : 'falling', perMin };
}
