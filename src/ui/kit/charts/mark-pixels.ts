import type { TimeSpan } from '../../../shared/history.ts';

/** Marks in device pixels: what falls on the same pixels is one, so that a week has no more of it than an hour. */

/** From times to device pixels, over the span that a plot shows. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  /** Left end and width of the plot. */
  readonly left: number;
  readonly width: number;
}

/** A span from its first pixel on. */
export interface PixelSpan {
  readonly left: number;
  readonly width: number;
}

/** The pixel that an instant lies in. */
const pixelOf = ({ from, to, left, width }: TimeScale, time: number): number =>
  Math.floor(left + ((time - from) / (to - from)) * width);

/** Pixels of the instants that a plot shows, in their order, each once. */
export function pixelsOf(marks: readonly { readonly time: number }[], scale: TimeScale): readonly number[] {
  const pixels = new Set<number>();
  for (const { time } of marks) {
    if (time >= scale.from && time <= scale.to) pixels.add(pixelOf(scale, time));
  }
  return [...pixels];
}

/** Of ascending pixels those that are at least so far from the last one kept. */
export function thinned(pixels: readonly number[], leastPx: number): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  return pixels.filter((pixel) => {
    if (pixel - last < leastPx) return false;
    last = pixel;
    return true;
  });
}

/**
 * Pixels of the spans that a plot shows, in order of their starts; those that touch are one.
 * @param leastPx width of the shortest one
 */
export function pixelSpansOf(
  spans: readonly TimeSpan[],
  scale: TimeScale,
  leastPx: number,
): readonly PixelSpan[] {
  const found: { left: number; width: number }[] = [];
  for (const { from, to = scale.to as TimeSpan['from'] } of spans) {
    if (from > scale.to || to < scale.from) continue;
    const left = pixelOf(scale, Math.max(from, scale.from));
    const right = Math.max(pixelOf(scale, Math.min(to, scale.to)), left + leastPx);
    const last = found.at(-1);
    if (last && left <= last.left + last.width) last.width = Math.max(last.width, right - last.left);
    else found.push({ left, width: right - left });
  }
  return found;
}
