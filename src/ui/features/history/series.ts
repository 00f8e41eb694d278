import type { ChannelHistory } from '../../../shared/contract/history.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** Instants, ascending, and values of a channel; NaN where it has a gap. */
export interface Series {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export const NO_SERIES: Series = { times: [], values: [] };

export const samplesSeries = (samples: readonly TelemetrySample[], channel: TelemetryChannel): Series => ({
  times: samples.map(({ timestamp }) => timestamp),
  values: samples.map((sample) => sample[channel]),
});

/**
 * Returns a channel's history without samples later than the displayed time.
 * @param factor from the archive's values to those shown
 */
export function seriesUntil({ times, values }: ChannelHistory, end: EpochMs, factor: number): Series {
  let count = times.length;
  while (count > 0 && (times[count - 1] ?? end) > end) count -= 1;
  const known = values.subarray(0, count);
  return {
    times: times.subarray(0, count),
    values: factor === 1 ? known : known.map((value) => value * factor),
  };
}

/** Returns the value nearest to an instant; `undefined` before and after the series. */
export function valueNear({ times, values }: Series, time: EpochMs): number | undefined {
  const index = nearestIndex(times, time);
  const isWithin = time >= (times[0] ?? time) && time <= (times[times.length - 1] ?? time);
  const isNear = Math.abs((times[index] ?? Number.NaN) - time) <= TELEMETRY_PERIOD_MS;
  return isWithin || isNear ? values[index] : undefined;
}

export interface TimedExtremes {
  readonly low: number;
  readonly lowTime: EpochMs;
  readonly high: number;
  readonly highTime: EpochMs;
}

/** Lowest and highest value inside a span; `undefined` without one. */
export function extremesOf({ times, values }: Series, { from, to }: TimeRange): TimedExtremes | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let [lowest, highest] = [-1, -1];
  const end = indexFrom(times, to + 1);
  for (let index = indexFrom(times, from); index < end; index += 1) {
    // Comparisons with NaN, a gap, are false.
    const value = values[index] as number;
    if (value < low) {
      low = value;
      lowest = index;
    }
    if (value > high) {
      high = value;
      highest = index;
    }
  }
  if (lowest < 0 || highest < 0) return undefined;
  return {
    low,
    lowTime: epochMs(times[lowest] as number),
    high,
    highTime: epochMs(times[highest] as number),
  };
}

/** First index whose instant is not before a time; the length if there is none. */
function indexFrom(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the instant nearest to a time; -1 for an empty series. */
export function nearestIndex(times: ArrayLike<number>, time: number): number {
  const next = Math.min(indexFrom(times, time), times.length - 1);
  const before = times[next - 1];
  const after = times[next];
  if (after === undefined) return -1;
  return before !== undefined && time - before < after - time ? next - 1 : next;
}
