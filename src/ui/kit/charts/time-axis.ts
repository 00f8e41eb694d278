import {
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime } from '../format.ts';

interface AxisRange {
  readonly from: number;
  readonly to: number;
}

const STEPS_MS = [
  ...[5, 10, 15, 30].map((count) => count * MS_PER_S),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MS_PER_MIN),
  ...[1, 2, 3, 6, 12].map((count) => count * MS_PER_H),
  ...[1, 2, 7].map((count) => count * MS_PER_DAY),
];

/** Returns round instants within a span, at most `maxCount` + 1. */
export function timeTicks({ from, to }: AxisRange, maxCount: number): readonly EpochMs[] {
  const step = STEPS_MS.find((ms) => (to - from) / ms <= maxCount) ?? to - from;
  const ticks: EpochMs[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) ticks.push(epochMs(time));
  return ticks;
}

/** `14:30`, with seconds if another tick needs them; the date at midnight. */
export function tickLabels(ticks: readonly EpochMs[]): readonly string[] {
  const hasSeconds = ticks.some((time) => time % MS_PER_MIN !== 0);
  return ticks.map((time) => {
    if (time % MS_PER_DAY === 0) return formatUtcDate(time).slice('2026-'.length);
    return hasSeconds ? formatUtcTime(time) : formatUtcMinute(time);
  });
}

/** Assumed letter width, on the generous side. */
const LETTER_EMS = 0.62;

/**
 * Blanks labels that the right edge would cut off; each is centred below its tick.
 * @param widthEms width of the span, in em
 * @param marginEms margin between the end of the span and the edge
 */
export function withinAxis(
  labels: readonly string[],
  ticks: readonly number[],
  { from, to }: AxisRange,
  widthEms: number,
  marginEms: number,
): readonly string[] {
  return labels.map((label, index) => {
    const right =
      (((ticks[index] ?? from) - from) / (to - from)) * widthEms + (label.length * LETTER_EMS) / 2;
    return right <= widthEms + marginEms ? label : '';
  });
}
