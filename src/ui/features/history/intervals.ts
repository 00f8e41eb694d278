import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { extremesOf, type Series, type TimedExtremes } from './series.ts';

/** Maximum for a readable table. */
const MOST_ROWS = 40;

export interface IntervalRow {
  readonly from: EpochMs;
  /** In the order of the series; `undefined` without a value. */
  readonly extremes: readonly (TimedExtremes | undefined)[];
}

/** Lowest and highest value of each series over equal parts of a span, newest first. */
export function intervalRows(
  series: readonly Series[],
  { from, to }: TimeRange,
  count = MOST_ROWS,
): readonly IntervalRow[] {
  const stepMs = (to - from) / count;
  return Array.from({ length: count }, (_, index) => {
    const start = epochMs(from + (count - 1 - index) * stepMs);
    // Samples, at whole milliseconds, belong to one interval only.
    const end = index === 0 ? to : epochMs(Math.ceil(start + stepMs) - 1);
    return { from: start, extremes: series.map((one) => extremesOf(one, { from: start, to: end })) };
  });
}
