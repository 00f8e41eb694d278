import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { recentSlopePerMin } from '../../../../../src/worker/ground/telemetry/telemetry-slope.ts';
import { sample as sampleOf } from '../../../../support/telemetry.ts';

const sample = (atS: number, temperature: number) => sampleOf(atS, { temperature });
const every5s = (count: number, temperatureAt: (atS: number) => number) =>
  Array.from({ length: count }, (_, index) => sample(5 * index, temperatureAt(5 * index)));
const slope = (telemetry: readonly TelemetrySample[]) => recentSlopePerMin(telemetry, 'temperature');

describe('the slope of a channel', () => {
  it('is per minute', () => {
    expect(slope(every5s(13, (atS) => 15 + atS / 100))).toBeCloseTo(0.6, 9);
    expect(slope(every5s(13, (atS) => 15 - atS / 100))).toBeCloseTo(-0.6, 9);
    expect(slope(every5s(13, () => 15))).toBe(0);
    expect(
      recentSlopePerMin(
        every5s(13, (atS) => 15 + atS / 100),
        'solarOutput',
      ),
    ).toBe(0);
  });

  it('is that of the best line through the readings', () => {
    // By hand: for 0, 0, 0, 3, 0, 0 at 0 … 25 s least squares give 1.5 over 17.5 s² of time, per 5 s.
    const [around, spread] = [0.5 * 3, 17.5];
    const bump = [0, 0, 0, 3, 0, 0].map((value, index) => sample(5 * index, value));
    expect(slope(bump)).toBeCloseTo((12 * around) / spread, 9);
  });

  it('is that of the newest minute', () => {
    const turned = every5s(25, (atS) => (atS <= 60 ? 15 + atS : 75 - (atS - 60) / 100));
    expect(slope(turned)).toBeCloseTo(-0.6, 9);
    // A reading from a minute ago is the last that counts.
    const edge = (agoS: number) =>
      slope([sample(60 - agoS, 40), ...every5s(13, () => 15).slice(1)]) ?? Number.NaN;
    expect(edge(60)).toBeLessThan(-1);
    expect(edge(60.001)).toBe(0);
  });

  it('is unknown for fewer than six readings, or for one instant', () => {
    expect(slope([])).toBeUndefined();
    expect(slope(every5s(5, (atS) => atS))).toBeUndefined();
    expect(slope(every5s(6, (atS) => atS))).toBeCloseTo(60, 9);
    expect(slope(Array.from({ length: 6 }, () => sample(0, 15)))).toBeUndefined();
  });

  it('ignores samples without a reading', () => {
    const missing = every5s(13, (atS) => (atS === 30 || atS === 60 ? Number.NaN : 15 + atS / 100));
    expect(slope(missing)).toBeCloseTo(0.6, 9);
    expect(slope([...every5s(5, (atS) => atS), sample(30, Number.NaN)])).toBeUndefined();
  });
});
