import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { slopePerMin } from '../../../shared/entities/telemetry-slope.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';

/** `unsteady`: the newest samples fit no line, as after a step. */
export type TrendDirection = 'rising' | 'falling' | 'steady' | 'unsteady';

export interface Trend {
  readonly direction: TrendDirection;
  /** Least-squares slope of the newest samples, in the channel's unit per minute; absent without a direction. */
  readonly perMin?: number;
}

/** Number of samples of the shortest line, half a minute, with which each trend agrees. */
const NEWEST = 6;
/** Slopes from this many standard deviations are not noise. */
const CLEAR_DEVIATIONS = 4;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** True if readings that change by so much form two levels: one step beyond the noise makes up most of it. */
function isStep(readings: readonly number[], change: number, noise: number): boolean {
  const steps = readings.slice(1).map((reading, index) => Math.abs(reading - (readings[index] ?? reading)));
  return Math.max(...steps) > Math.max(noise, Math.abs(change) / 2);
}

/** Trend of a channel, over as many of its newest samples as fit a line within the channel's noise. */
export function trendOf(history: readonly TelemetrySample[], channel: TelemetryChannel): Trend {
  const { variation, steadyPerMin } = CHANNELS[channel];
  const noise = 2 * variation;
  const readings = history.map((sample) => sample[channel]);
  const newest = readings.slice(-NEWEST);
  for (let count = readings.length; count >= Math.min(readings.length, NEWEST); count -= 1) {
    const samples = history.slice(-count);
    const perMin = slopePerMin(samples, channel);
    if (!perMin) break;
    const minutes = samples.map(({ timestamp }) => (timestamp - (history[0]?.timestamp ?? 0)) / MS_PER_MIN);
    const middle = sumOf(minutes) / count;
    const height = sumOf(readings.slice(-count)) / count;
    const isLine = samples.every(
      (sample, index) =>
        Math.abs(sample[channel] - height - perMin * ((minutes[index] ?? 0) - middle)) <= noise,
    );
    if (!isLine) continue;
    if (isStep(readings.slice(-count), perMin * ((minutes.at(-1) ?? 0) - (minutes[0] ?? 0)), noise)) break;
    const deviation = variation / 2 / Math.sqrt(sumOf(minutes.map((minute) => (minute - middle) ** 2)));
    if (Math.abs(perMin) < Math.max(steadyPerMin, CLEAR_DEVIATIONS * deviation)) break;
    const changes = [
      slopePerMin(history.slice(-NEWEST), channel) ?? 0,
      (newest.at(-1) ?? 0) - (newest[0] ?? 0),
    ];
    if (changes.every((change) => change * perMin > 0)) {
      return { direction: perMin > 0 ? 'rising' : 'falling', perMin };
    }
  }
  const isSteady = !(Math.max(...newest) - Math.min(...newest) > noise);
  return { direction: isSteady ? 'steady' : 'unsteady' };
}
