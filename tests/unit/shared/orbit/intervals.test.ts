import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochMs, epochMs } from '../../../../src/shared/kit/units.ts';
import {
  highestIn,
  type Interval,
  positiveIntervals,
  searchTimes,
} from '../../../../src/shared/orbit/intervals.ts';
import type { TimeFunction } from '../../../../src/shared/orbit/root.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 6));
const STEP_MS = 60_000;
const at = (ms: number): EpochMs => epochMs(T0 + ms);

const find = (f: TimeFunction, fromMs: number, toMs: number, stepMs = STEP_MS): readonly Interval[] => [
  ...positiveIntervals(f, { from: at(fromMs), to: at(toMs), stepMs }),
];

/** Returns a wave that exceeds `level` around each multiple of its period after `peakMs`. */
const wave =
  (periodMs: number, peakMs: number, level: number): TimeFunction =>
  (time) =>
    Math.cos((2 * Math.PI * (time - T0 - peakMs)) / periodMs) - level;

describe('positive intervals', () => {
  it('have their edges within a millisecond', () => {
    const [first, second, ...more] = find(wave(5_400_000, 1_000_000, 0.5), 0, 8_000_000);
    // cos exceeds a half within a sixth of a period on either side of its peak.
    expect(first).toMatchObject({ startsBefore: false, endsAfter: false });
    expect(Math.abs((first?.start ?? 0) - at(100_000))).toBeLessThan(1);
    expect(Math.abs((first?.end ?? 0) - at(1_900_000))).toBeLessThan(1);
    expect(Math.abs((second?.start ?? 0) - at(5_500_000))).toBeLessThan(1);
    expect(more).toEqual([]);
  });

  it('are cut by the range, and say so', () => {
    const intervals = find(wave(5_400_000, 0, 0.5), -100_000, 5_300_000);
    expect(intervals).toHaveLength(2);
    expect(intervals[0]).toMatchObject({ start: at(-100_000), startsBefore: true, endsAfter: false });
    expect(intervals[1]).toMatchObject({ end: at(5_300_000), startsBefore: false, endsAfter: true });
  });

  it('fill the range where the function is always positive, and are none where it never is', () => {
    expect(find(() => 1, 0, 500_000)).toEqual([
      { start: at(0), end: at(500_000), startsBefore: true, endsAfter: true },
    ]);
    expect(find(() => -1, 0, 500_000)).toEqual([]);
    expect(find(() => 0, 0, 500_000)).toEqual([]);
  });

  it('are none in an empty range', () => {
    expect(find(() => 1, 0, 0)).toEqual([]);
    expect(find(() => 1, 1, 0)).toEqual([]);
  });

  it('are found even if far shorter than a step, and so are gaps (seed 1)', () => {
    const period = fc.integer({ min: 600_000, max: 6_000_000 });
    const peak = fc.integer({ min: 0, max: 6_000_000 });
    const closeness = fc.double({ min: 1e-9, max: 1e-3, noNaN: true });
    fc.assert(
      fc.property(period, peak, closeness, fc.boolean(), (periodMs, peakMs, close, isGap) => {
        const level = isGap ? -1 + close : 1 - close;
        const halfMs = (Math.acos(1 - close) / (2 * Math.PI)) * periodMs;
        const centreMs = isGap ? peakMs + periodMs / 2 : peakMs;
        const intervals = find(
          wave(periodMs, peakMs, level),
          centreMs - periodMs / 3,
          centreMs + periodMs / 3,
        );
        const edges = isGap
          ? [intervals[0]?.end, intervals[1]?.start]
          : [intervals[0]?.start, intervals[0]?.end];
        expect(intervals).toHaveLength(isGap ? 2 : 1);
        expect(Math.abs((edges[0] ?? 0) - at(centreMs - halfMs))).toBeLessThan(1);
        expect(Math.abs((edges[1] ?? 0) - at(centreMs + halfMs))).toBeLessThan(1);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('are found though they lie between the range’s end and the sample beside it (seed 2)', () => {
    const offset = fc.integer({ min: 1000, max: 50_000 });
    fc.assert(
      fc.property(offset, fc.boolean(), (offsetMs, isAtStart) => {
        // Nearer to the end than to the sample, so that the end is higher than the sample.
        const f = wave(5_400_000, (isAtStart ? -0.7 : 0.7) * offsetMs, 1 - 1e-8);
        const intervals = isAtStart ? find(f, -offsetMs, 900_000) : find(f, -900_000, offsetMs);
        expect(intervals).toHaveLength(1);
        expect(intervals[0]).toMatchObject({ startsBefore: false, endsAfter: false });
      }),
      { seed: 2 },
    );
  });

  it('are found halfway between two samples of one height', () => {
    const intervals = find(wave(5_400_000, STEP_MS / 2, 1 - 1e-8), -900_000, 900_000);
    expect(intervals).toHaveLength(1);
    expect(
      Math.abs(((intervals[0]?.start ?? 0) + (intervals[0]?.end ?? 0)) / 2 - at(STEP_MS / 2)),
    ).toBeLessThan(1);
  });

  it('agree to the bit between ranges that overlap', () => {
    const f = wave(5_400_000, 1_234_567, 0.7);
    const [early, late] = [find(f, -3_000_000, 9_000_000), find(f, -123_456, 7_654_321)];
    expect(late).toHaveLength(2);
    expect(early).toEqual(late);
  });

  it('end where the function becomes undefined, and begin where it becomes defined', () => {
    const known: TimeFunction = (time) => (time > at(100_500) && time < at(400_500) ? 1 : Number.NaN);
    const [only, ...more] = find(known, 0, 900_000);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ startsBefore: true, endsAfter: true });
    expect(Math.abs((only?.start ?? 0) - at(100_500))).toBeLessThan(1.1);
    expect(Math.abs((only?.end ?? 0) - at(400_500))).toBeLessThan(1.1);
  });

  it('have edges even if the function is undefined at the next sample', () => {
    const known: TimeFunction = (time) => {
      if (time < at(90_000) || time > at(410_000)) return Number.NaN;
      return time > at(100_500) && time < at(400_500) ? 1 : -1;
    };
    const [only, ...more] = find(known, 0, 900_000);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ startsBefore: false, endsAfter: false });
    expect(Math.abs((only?.start ?? 0) - at(100_500))).toBeLessThan(1.1);
    expect(Math.abs((only?.end ?? 0) - at(400_500))).toBeLessThan(1.1);
  });

  it('come one by one, at a small number of evaluations', () => {
    let count = 0;
    const f = wave(5_400_000, 1_000_000, 0.5);
    const counted: TimeFunction = (time) => {
      count++;
      return f(time);
    };
    const range = { from: at(0), to: at(54_000_000), stepMs: STEP_MS };
    const intervals = positiveIntervals(counted, range);
    intervals.next();
    expect(count).toBeLessThan(60);
    expect([...intervals]).toHaveLength(9);
    // One for each step, and a few for each of the 20 edges.
    expect(count).toBeLessThan(901 + 20 * 7);
  });
});

describe('the highest instant', () => {
  it('is the peak, also when it lies between samples or there are several', () => {
    const f: TimeFunction = (time) => wave(1_200_000, 345_678, 0)(time) - (time - T0) * 1e-9;
    const highest = highestIn(f, { from: at(0), to: at(6_000_000), stepMs: STEP_MS });
    // The slope of -1e-9 moves the peak of cos(2πt/P) by 1e-9·(P/2π)² to the left.
    expect(Math.abs(highest - at(345_678 - 1e-9 * (1_200_000 / (2 * Math.PI)) ** 2))).toBeLessThan(2);
  });

  it('is searched at the peaks only', () => {
    let count = 0;
    const f = wave(1_200_000, 345_678, 0);
    const counted: TimeFunction = (time) => {
      count++;
      return f(time);
    };
    highestIn(counted, { from: at(0), to: at(6_000_000), stepMs: STEP_MS });
    // One for each of 101 samples, and some 15 for each of five peaks and the end, where the wave rises.
    expect(count).toBeLessThan(101 + 6 * 17);
  });

  it('is an end of the range where the function only rises or falls', () => {
    const range = { from: at(0), to: at(500_000), stepMs: STEP_MS };
    expect(highestIn((time) => time - T0, range)).toBe(range.to);
    expect(highestIn((time) => T0 - time, range)).toBe(range.from);
  });
});

describe('the instants of a search', () => {
  it('are its ends and the whole steps between them', () => {
    const times = searchTimes({ from: at(-1), to: at(120_000), stepMs: STEP_MS });
    expect(times).toEqual([at(-1), at(0), at(60_000), at(120_000)]);
  });
});
