import { describe, expect, it } from 'vitest';
import { epochMs } from '../../../../src/shared/units.ts';
import {
  pixelSpansOf,
  pixelsOf,
  type TimeScale,
  thinned,
} from '../../../../src/ui/kit/charts/mark-pixels.ts';

/** A plot of 100 pixels that begins at pixel 50: one pixel is ten milliseconds. */
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

  it('are thinned for shapes, the first of each cluster kept', () => {
    expect(thinned([50, 51, 52, 53, 60, 62, 63], 3)).toEqual([50, 53, 60, 63]);
    expect(thinned([], 3)).toEqual([]);
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
