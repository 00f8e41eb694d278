import { describe, expect, it } from 'vitest';
import { slopePerHour } from '../../../bench/soak/slope.ts';
import { judge } from '../../../bench/soak/verdict.ts';

const readings = (...values: readonly number[]) =>
  values.map((value, index) => ({ hours: index / 4, value }));

describe('the slope of a quantity', () => {
  it('is its growth per hour, robust against an outlier', () => {
    expect(slopePerHour(readings(10, 12, 14, 16, 18))).toBeCloseTo(8);
    expect(slopePerHour(readings(10, 12, 900, 16, 18))).toBeCloseTo(8);
    expect(slopePerHour(readings(5, 5, 5))).toBe(0);
  });

  it('is undefined without readings to compare', () => {
    expect(slopePerHour([])).toBe(0);
    expect(slopePerHour(readings(7))).toBe(0);
  });
});

describe('the verdict on a quantity', () => {
  const watched = { name: 'heap', unit: 'kB', readings: readings(100, 110, 120, 130), maxPerHour: 50 };

  it('is within bounds, bounds included', () => {
    expect(judge(watched)).toMatchObject({ first: 100, last: 130, highest: 130, isHeld: true });
    expect(judge({ ...watched, maxPerHour: 39 }).isHeld).toBe(false);
    expect(judge({ ...watched, max: 129 }).isHeld).toBe(false);
  });

  it('is never within bounds for a quantity that was not read', () => {
    expect(judge({ ...watched, readings: [] }).isHeld).toBe(false);
  });
});
