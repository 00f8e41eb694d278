import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** Rules for wheel and fingers on a chart. */

const PIXELS_PER_LINE = 16;
/** Wheel pixels for a zoom by e. */
const PIXELS_PER_E = 500;

export type WheelAction = { readonly zoom: number } | { readonly pan: number };

/** The wheel zooms; sideways it pans by a fraction of the width. */
export function wheelAction(
  { deltaX, deltaY, deltaMode }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode'>,
  widthPx: number,
): WheelAction {
  const unit = deltaMode === 0 ? 1 : PIXELS_PER_LINE;
  if (Math.abs(deltaX) > Math.abs(deltaY)) return { pan: (deltaX * unit) / widthPx };
  return { zoom: Math.exp((-deltaY * unit) / PIXELS_PER_E) };
}

/** A finger on the chart: the instant that it holds, and its current position. */
export interface Finger {
  readonly time: EpochMs;
  /** CSS pixels from the left end of the chart. */
  readonly x: number;
}

/** Fingers closer than this do not zoom further. */
const LEAST_SPREAD_PX = 24;

/**
 * Returns the span that keeps the held instants below their fingers: one finger pans, two also zoom.
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
