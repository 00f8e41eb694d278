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

/**
 * Lines of several kinds, the most urgent kind last: in each pixel that of the most urgent one.
 * @param count pixels from 0 on
 * @returns the spans of each kind
 */
export function topmostSpans(
  kinds: readonly (readonly number[])[],
  count: number,
  lineWidth: number,
): readonly (readonly PixelSpan[])[] {
  const topmost = new Int8Array(count).fill(-1);
  kinds.forEach((pixels, kind) => {
    for (const pixel of pixels) topmost.fill(kind, pixel, pixel + lineWidth);
  });
  const spans: PixelSpan[][] = kinds.map(() => []);
  for (let left = 0; left < count; ) {
    const kind = topmost[left] as number;
    let right = left + 1;
    while (right < count && topmost[right] === kind) right += 1;
    spans[kind]?.push({ left, width: right - left });
    left = right;
  }
  return spans;
}

/**
 * Shapes of several kinds, the most urgent kind last: of those nearer to each other, the most urgent one, or the first.
 * @returns the pixels of each kind
 */
export function apart(
  kinds: readonly (readonly number[])[],
  leastPx: number,
): readonly (readonly number[])[] {
  const taken = new Set<number>();
  return kinds
    .toReversed()
    .map((pixels) =>
      pixels.filter((pixel) => {
        if (taken.has(pixel)) return false;
        for (let near = pixel - leastPx + 1; near < pixel + leastPx; near += 1) taken.add(near);
        return true;
      }),
    )
    .toReversed();
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
