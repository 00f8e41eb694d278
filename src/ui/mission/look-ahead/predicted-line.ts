import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

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
