import { describe, expect, it } from 'vitest';
import { epochMs } from '../../../../../src/shared/kit/units.ts';
import {
  legibleLines,
  lineSpans,
  noteTopmost,
  pixelSpansOf,
  pixelsOf,
  shapePixels,
  type TimeScale,
} from '../../../../../src/ui/kit/charts/mark-pixels.ts';

/** A plot of 100 pixels that starts at pixel 50: one pixel is ten milliseconds. */
const SCALE: TimeScale = { from: 1000, to: 2000, left: 50, width: 100 };
const at = (...times: readonly number[]) => times.map((time) => ({ time }));
const span = (from: number, to?: number) => ({
  from: epochMs(from),
  ...(to !== undefined && { to: epochMs(to) }),
});

describe('the pixels of marks', () => {
  it('are those of their instants, each once', () => {
    expect(pixelsOf(at(1000, 1009, 1010, 1500, 1505, 1999), SCALE)).toEqual([50, 51, 100, 149]);
  });

  it('are none outside of the span shown', () => {
    expect(pixelsOf(at(0, 999, 2001), SCALE)).toEqual([]);
  });

  it('are no more than the plot has, and none is missing, for ten thousand marks', () => {
    const marks = Array.from({ length: 10_000 }, (_, index) => 1000 + index / 10.01);
    const pixels = pixelsOf(at(...marks), SCALE);
    expect(pixels).toEqual(Array.from({ length: 100 }, (_, index) => 50 + index));
  });
});

describe('marks of several kinds', () => {
  /** Returns the most urgent kind in each pixel, given the marks of each kind. */
  function topmostOf(count: number, ...kinds: readonly (readonly number[])[]): Int8Array {
    const topmost = new Int8Array(count).fill(-1);
    const scale = { from: 0, to: count, left: 0, width: count };
    for (const [kind, pixels] of kinds.entries()) noteTopmost(topmost, at(...pixels), scale, () => kind);
    return topmost;
  }

  it('are in each pixel that of the most urgent one, in any order', () => {
    expect([...topmostOf(10, [1, 2, 3, 9], [2, 6])]).toEqual([-1, 0, 1, 0, -1, -1, 1, -1, -1, 0]);
    const topmost = Int8Array.of(-1, 1, -1);
    noteTopmost(topmost, at(1), { from: 0, to: 3, left: 0, width: 3 }, () => 0);
    expect([...topmost]).toEqual([-1, 1, -1]);
  });

  it('are lines, one where several touch', () => {
    expect(lineSpans(topmostOf(10, [1, 2, 3, 9], [2, 6]), 2, 1)).toEqual([
      [
        { left: 1, width: 1 },
        { left: 3, width: 1 },
        { left: 9, width: 1 },
      ],
      [
        { left: 2, width: 1 },
        { left: 6, width: 1 },
      ],
    ]);
    expect(lineSpans(topmostOf(10, [1, 2, 3, 6]), 1, 2)).toEqual([
      [
        { left: 1, width: 4 },
        { left: 6, width: 2 },
      ],
    ]);
  });

  it('are lines of the most urgent kinds, as many kinds as leave the plot legible', () => {
    const [minor, major, critical] = [[1, 2, 3, 9], [5, 6], [8]];
    const lines = lineSpans(topmostOf(10, minor, major, critical), 3, 1);
    const kindsDrawn = (mostPx: number) => legibleLines(lines, mostPx).map(({ length }) => length > 0);
    expect(kindsDrawn(7)).toEqual([true, true, true]);
    expect(kindsDrawn(6)).toEqual([false, true, true]);
    expect(kindsDrawn(2)).toEqual([false, false, true]);
    expect(kindsDrawn(0)).toEqual([false, false, false]);
  });

  it('leave no pixel out', () => {
    const kinds = [3, 5, 7].map((step) =>
      Array.from({ length: Math.ceil(500 / step) }, (_, index) => index * step),
    );
    const spans = lineSpans(topmostOf(500, ...kinds), 3, 1).flat();
    const covered = spans.flatMap(({ left, width }) =>
      Array.from({ length: width }, (_, index) => left + index),
    );
    expect(covered.toSorted((a, b) => a - b)).toEqual([...new Set(kinds.flat())].toSorted((a, b) => a - b));
  });

  it('have shapes that do not cover each other: the most urgent one is kept', () => {
    expect(shapePixels(topmostOf(30, [1, 4, 12, 20], [3, 13]), 2, 4)).toEqual([[20], [3, 13]]);
    expect(shapePixels(topmostOf(30, [1, 4, 5, 9]), 1, 4)).toEqual([[1, 5, 9]]);
  });
});

describe('the pixels of spans', () => {
  it('are those from their start to their end', () => {
    expect(pixelSpansOf([span(1100, 1200), span(1500, 1700)], SCALE, 1)).toEqual([
      { left: 60, width: 10 },
      { left: 100, width: 20 },
    ]);
  });

  it('are cut at the ends of the plot, and go on to its end while one lasts', () => {
    expect(pixelSpansOf([span(0, 1100), span(1900)], SCALE, 1)).toEqual([
      { left: 50, width: 10 },
      { left: 140, width: 10 },
    ]);
    expect(pixelSpansOf([span(0, 999), span(2001)], SCALE, 1)).toEqual([]);
  });

  it('are one pixel for a shorter one', () => {
    expect(pixelSpansOf([span(1100, 1101)], SCALE, 1)).toEqual([{ left: 60, width: 1 }]);
  });

  it('are drawn once where several overlap or touch', () => {
    expect(pixelSpansOf([span(1100, 1300), span(1150, 1200), span(1305, 1400)], SCALE, 1)).toEqual([
      { left: 60, width: 30 },
    ]);
  });

  it('are as many as the plot has place for, for ten thousand spans', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) =>
      span(1000 + index / 10, 1000 + index / 10 + 0.05),
    );
    expect(pixelSpansOf(spans, SCALE, 1)).toEqual([{ left: 50, width: 100 }]);
  });
});
