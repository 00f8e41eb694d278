import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { Parting, PredictedChannel, PredictedCrossing } from '../../../shared/contract/look-ahead.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { chartedChannel } from '../../mission/link/model-channels.ts';
import { crossingText } from '../../mission/look-ahead/crossing-text.ts';

/** Predicted course of a channel, in the unit that is shown. */
export interface Prediction extends PredictedChannel {
  /** Lowest and highest value of its band. */
  readonly least: number;
  readonly most: number;
  /** Where it crosses its limits outward, as far as a time can be said, in order of time. */
  readonly crossings: readonly PredictedCrossing[];
}

/** A channel that has left its prediction, and what was predicted. */
export interface PartedChannel {
  readonly parting: Parting;
  readonly line: PredictedChannel;
}

/** @param factor from the session's values to those shown */
export function scaledPrediction(
  { times, values, low, high }: PredictedChannel,
  crossings: readonly PredictedCrossing[],
  factor: number,
): Prediction {
  const scale = (line: Float64Array): Float64Array =>
    factor === 1 ? line : line.map((value) => value * factor);
  const [lows, highs] = [scale(low), scale(high)];
  return {
    times,
    values: scale(values),
    low: lows,
    high: highs,
    least: lows.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    most: highs.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    crossings,
  };
}

/**
 * Returns the instant within the time band of a crossing at which the line itself crosses the limit, or comes nearest
 * to it.
 */
export function crossingTime(
  { times, values }: Pick<Prediction, 'times' | 'values'>,
  { from, until, value, isUpper }: PredictedCrossing,
): number {
  let best = from as number;
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    if (time < from || time > until) continue;
    const beyond = ((values[index] ?? value) - value) * (isUpper ? 1 : -1);
    if (beyond <= most) continue;
    best = time;
    most = beyond;
    if (beyond >= 0) break;
  }
  return best;
}

/** `falls below 22 V at about 14:02 UTC, in 25 min`; `undefined` if no limit is crossed outward. */
export function nextCrossingText({ crossings }: Prediction, now: EpochMs): string | undefined {
  const next = crossings.find(({ until }) => until >= now);
  return next && crossingText(next, now);
}

/** For the text alternative: `predicted to 16:30:00: 25.10 to 28.75 volts, falls below …`. */
export function predictionText(channel: HistoryChannel, line: Prediction, now: EpochMs): string {
  const to = epochMs(line.times.at(-1) ?? now);
  const { spokenUnit, decimals } = chartedChannel(channel);
  const [least, most] = [line.least, line.most].map((value) => formatNumber(value, decimals));
  const crossing = nextCrossingText(line, now);
  const crossed = crossing === undefined ? '' : `, ${crossing}`;
  return `predicted to ${formatUtcTimeFrom(to, now)} UTC: ${least} to ${most} ${spokenUnit}${crossed}`;
}
