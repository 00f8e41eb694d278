import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** Returns the predicted value at an instant; `undefined` outside of the prediction. */
export function predictedAt(
  { times, values }: Pick<PredictedChannel, 'times' | 'values'>,
  time: EpochMs,
): number | undefined {
  const next = times.findIndex((other) => other >= time);
  const [after, before] = [values[next], values[next - 1]];
  if (after === undefined) return undefined;
  const [to = time, from = to] = [times[next], times[next - 1]];
  if (before === undefined || to === from) return time === to ? after : undefined;
  return before + ((after - before) * (time - from)) / (to - from);
}
