import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** Rules of wheel and fingers on a chart. */

const PIXELS_PER_LINE = 16;
/** Pixels of the wheel for a zoom by e. */
const PIXELS_PER_E = 500;

export type WheelAction = { readonly zoom: number } | { readonly pan: number };

/** A wheel zooms, sideways it pans: a share of the width. */
export function wheelAction(
  { deltaX, deltaY, deltaMode }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode'>,
  widthPx: number,
): WheelAction {
  const unit = deltaMode === 0 ? 1 : PIXELS_PER_LINE;
  if (Math.abs(deltaX) > Math.abs(deltaY)) return { pan: (deltaX * unit) / widthPx };
  return { zoom: Math.exp((-deltaY * unit) / PIXELS_PER_E) };
}

/** A finger on the chart: the instant that it holds, and where it is now. */
export interface Finger {
  readonly time: EpochMs;
  /** CSS pixels from the left end of the chart. */
  readonly x: number;
}

/** Fingers nearer to each other than this do not zoom further. */
const LEAST_SPREAD_PX = 24;

/**
 * The span that keeps the held instants below their fingers: one finger moves it, two also zoom it.
 * @param msPerPx of the chart when the fingers came down
 */
export function heldSpan(
  fingers: readonly Finger[],
  widthPx: number,
  msPerPx: number,
): TimeRange | undefined {
  const [first, second] = fingers.toSorted((a, b) => a.time - b.time);
  if (!first) return undefined;
  const scale = second ? (second.time - first.time) / Math.max(second.x - first.x, LEAST_SPREAD_PX) : msPerPx;
  const from = first.time - first.x * scale;
  return { from: epochMs(from), to: epochMs(from + widthPx * scale) };
}
