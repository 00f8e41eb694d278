import type { EpochMs, TimeRange } from '../kit/units.ts';
import type { PredictedChannel } from './look-ahead.ts';

/** Returns the index of the first instant that is not before a time; the length if there is none. */
function indexFrom(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the predicted value at an instant; `undefined` outside of the prediction. */
export function predictedAt(
  { times, values }: Pick<PredictedChannel, 'times' | 'values'>,
  time: EpochMs,
): number | undefined {
  const next = indexFrom(times, time);
  const [after, before] = [values[next], values[next - 1]];
  if (after === undefined) return undefined;
  const [to = time, from = to] = [times[next], times[next - 1]];
  if (before === undefined || to === from) return time === to ? after : undefined;
  return before + ((after - before) * (time - from)) / (to - from);
}

/** Returns the part of a prediction from an instant to another, both included. */
export function partOf(
  { times, values, low, high }: PredictedChannel,
  { from, to }: TimeRange,
): PredictedChannel {
  const [begin, end] = [indexFrom(times, from), indexFrom(times, to + 1)];
  const cut = (line: Float64Array): Float64Array => line.subarray(begin, end);
  return { times: cut(times), values: cut(values), low: cut(low), high: cut(high) };
}

/** Returns the index of the last instant at or before a time, at least 0. */
export const indexAt = (times: Float64Array, time: EpochMs): number =>
  Math.max(0, indexFrom(times, time + 1) - 1);

/** Returns a copy of the part of a prediction around a span, with a step beyond each end. */
export function partAround(
  { times, values, low, high }: PredictedChannel,
  { from, to }: TimeRange,
): PredictedChannel {
  const [begin, end] = [indexAt(times, from), indexAt(times, to) + 2];
  const cut = (line: Float64Array): Float64Array => line.slice(begin, end);
  return { times: cut(times), values: cut(values), low: cut(low), high: cut(high) };
}
