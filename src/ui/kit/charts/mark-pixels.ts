import type { TimeSpan } from '../../../shared/contract/history.ts';

/** Marks in device pixels. Marks on the same pixel are merged, so a week draws no more of them than an hour. */

/** Mapping from times to device pixels over the span that a plot shows. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  /** Left edge and width of the plot. */
  readonly left: number;
  readonly width: number;
}

/** A run of pixels, from its leftmost one. */
export interface PixelSpan {
  readonly left: number;
  readonly width: number;
}

/** Returns the pixel that contains an instant. */
const pixelOf = ({ from, to, left, width }: TimeScale, time: number): number =>
  Math.floor(left + ((time - from) / (to - from)) * width);

/** Returns the pixels of the visible instants, in order, without duplicates. */
export function pixelsOf(marks: readonly { readonly time: number }[], scale: TimeScale): readonly number[] {
  const pixels = new Set<number>();
  for (const { time } of marks) {
    if (time >= scale.from && time <= scale.to) pixels.add(pixelOf(scale, time));
  }
  return [...pixels];
}

/**
 * Records for each pixel the most urgent kind of the marks in it.
 * @param topmost kind of each pixel, -1 for none
 * @param kindOf returns a number from 0, the highest for the most urgent
 */
export function noteTopmost<Mark extends { readonly time: number }>(
  topmost: Int8Array,
  marks: readonly Mark[],
  scale: TimeScale,
  kindOf: (mark: Mark) => number,
): void {
  for (const mark of marks) {
    if (!(mark.time >= scale.from && mark.time <= scale.to)) continue;
    const pixel = pixelOf(scale, mark.time);
    topmost[pixel] = Math.max(topmost[pixel] ?? -1, kindOf(mark));
  }
}

/** Returns the line spans of each kind; adjacent pixels of one kind form one span. */
export function lineSpans(
  topmost: Int8Array,
  kindCount: number,
  lineWidth: number,
): readonly (readonly PixelSpan[])[] {
  const spans: PixelSpan[][] = Array.from({ length: kindCount }, () => []);
  for (let left = 0; left < topmost.length; ) {
    const kind = topmost[left] as number;
    let right = left + 1;
    while (right < topmost.length && topmost[right] === kind) right += 1;
    spans[kind]?.push({ left, width: right - left + lineWidth - 1 });
    left = right;
  }
  return spans;
}

/**
 * Returns the lines that leave a plot legible: the most urgent kinds that together cover at most `mostPx`.
 * @param lines per kind, the most urgent last
 */
export function legibleLines(
  lines: readonly (readonly PixelSpan[])[],
  mostPx: number,
): readonly (readonly PixelSpan[])[] {
  let covered = 0;
  return lines
    .toReversed()
    .map((spans) => {
      for (const { width } of spans) covered += width;
      return covered <= mostPx ? spans : [];
    })
    .toReversed();
}

/** Returns the pixels of each kind that get a shape; among close ones, the most urgent wins, then the first. */
export function shapePixels(
  topmost: Int8Array,
  kindCount: number,
  leastPx: number,
): readonly (readonly number[])[] {
  const taken = new Uint8Array(topmost.length);
  const pixels: number[][] = Array.from({ length: kindCount }, () => []);
  for (let kind = kindCount - 1; kind >= 0; kind -= 1) {
    for (let pixel = 0; pixel < topmost.length; pixel += 1) {
      if (topmost[pixel] !== kind || taken[pixel] === 1) continue;
      pixels[kind]?.push(pixel);
      taken.fill(1, Math.max(0, pixel - leastPx + 1), pixel + leastPx);
    }
  }
  return pixels;
}

/**
 * Returns the pixel spans that a plot shows, by start; spans that touch are merged.
 * @param leastPx minimum width of a span
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
