import { describe, expect, it } from 'vitest';
import { degrees, epochMs } from '../../../../../src/shared/kit/units.ts';
import type { SkyArc } from '../../../../../src/shared/orbit/passes.ts';
import { toElevationColumns } from '../../../../../src/ui/features/tracking/elevation-chart.ts';
import { formatTimeLeft } from '../../../../../src/ui/kit/format.ts';
import { arcPlaceAt } from '../../../../../src/ui/kit/sky/arc-place.ts';
import {
  arcParts,
  arcPointAt,
  arcPoints,
  nameBesideArc,
  nameBeyondHorizon,
  toSkyPoint,
} from '../../../../../src/ui/kit/sky/sky-geometry.ts';

describe('the polar sky plot', () => {
  it.each([
    ['the zenith in the middle', 123, 90, 0, 0],
    ['north at the top', 0, 0, 0, -1],
    ['east at the right', 90, 0, 1, 0],
    ['south at the bottom', 180, 0, 0, 1],
    ['west at the left', 270, 0, -1, 0],
    ['30° a third of the way in', 90, 30, 2 / 3, 0],
  ])('has %s', (_case, azimuth, elevation, x, y) => {
    const point = toSkyPoint(degrees(azimuth), degrees(elevation));
    expect(point.x).toBeCloseTo(x, 12);
    expect(point.y).toBeCloseTo(y, 12);
  });

  /** An arc that rises in the north, passes the zenith and sets in the south. */
  const arc: SkyArc = {
    startTime: epochMs(10_000),
    stepMs: 1000,
    azimuths: new Float32Array([0, 0, 180, 180]),
    elevations: new Float32Array([0, 45, 45, 0]),
    latitudes: new Float32Array([60, 55, 50, 45]),
    longitudes: new Float32Array([178, 179, -180, -179]),
  };

  it('draws every sample of an arc', () => {
    expect(arcPoints(arc).map(({ y }) => y)).toEqual([-1, -0.5, 0.5, 1]);
  });

  it('moves the satellite along the arc, through the zenith too, and only during the pass', () => {
    expect(arcPointAt(arc, epochMs(9999))).toBeUndefined();
    expect(arcPointAt(arc, epochMs(10_000))?.y).toBe(-1);
    expect(arcPointAt(arc, epochMs(10_500))?.y).toBe(-0.75);
    expect(arcPointAt(arc, epochMs(11_500))?.y).toBeCloseTo(0, 12);
    expect(arcPointAt(arc, epochMs(13_000))?.y).toBe(1);
    expect(arcPointAt(arc, epochMs(13_001))).toBeUndefined();
  });

  it('is cut where the light changes, to the instant', () => {
    const lit = (start: number, end: number) => ({
      start: epochMs(start),
      end: epochMs(end),
      startsBefore: false,
      endsAfter: false,
    });
    const yOf = (points: readonly { readonly y: number }[]) => points.map(({ y }) => Number(y.toFixed(6)));
    expect(
      arcParts(arc, [lit(10_500, 13_000)]).map(({ isSunlit, points }) => [isSunlit, yOf(points)]),
    ).toEqual([
      [false, [-1, -0.75]],
      [true, [-0.75, -0.5, 0.5, 1]],
    ]);
    expect(
      arcParts(arc, [lit(10_000, 11_000), lit(12_500, 13_000)]).map(({ isSunlit, points }) => [
        isSunlit,
        yOf(points),
      ]),
    ).toEqual([
      [true, [-1, -0.5]],
      [false, [-0.5, 0.5, 0.75]],
      [true, [0.75, 1]],
    ]);
    expect(arcParts(arc, []).map(({ isSunlit }) => isSunlit)).toEqual([false]);
    expect(arcParts(arc, [lit(10_000, 13_000)]).map(({ isSunlit }) => isSunlit)).toEqual([true]);
  });

  it('names rise and set beyond the horizon, clear of the compass points', () => {
    for (let azimuth = 0; azimuth < 360; azimuth += 3) {
      const point = toSkyPoint(degrees(azimuth), degrees(0));
      const { x, y, anchor } = nameBeyondHorizon(point);
      expect(Math.hypot(x, y)).toBeGreaterThan(1);
      for (const compass of [0, 90, 180, 270]) {
        const letter = toSkyPoint(degrees(compass), degrees(-10));
        expect(Math.hypot(x - letter.x, y - letter.y)).toBeGreaterThan(0.2);
      }
      expect(anchor).toBe(Math.abs(x) < 0.25 ? 'middle' : x > 0 ? 'start' : 'end');
      // The label stays beside its point.
      expect(Math.hypot(x - point.x, y - point.y)).toBeLessThan(0.3);
    }
  });

  it('names the highest point beside the track, on the side of the zenith', () => {
    const low: SkyArc = {
      ...arc,
      azimuths: new Float32Array([300, 330, 30, 60]),
      elevations: new Float32Array([0, 20, 20, 0]),
    };
    const time = epochMs(11_500);
    const point = arcPointAt(low, time);
    const name = nameBesideArc(low, time);
    expect(Math.hypot(name?.x ?? 1, name?.y ?? 1)).toBeLessThan(Math.hypot(point?.x ?? 0, point?.y ?? 0));
    expect(nameBesideArc(low, epochMs(9999))).toBeUndefined();
  });

  it('finds the ground point nearest to an instant of the pass', () => {
    expect(arcPlaceAt(arc, epochMs(10_900))).toEqual({ latitude: 55, longitude: 179 });
    expect(arcPlaceAt(arc, epochMs(12_100))).toEqual({ latitude: 50, longitude: -180 });
    expect(arcPlaceAt(arc, epochMs(20_000))).toBeUndefined();
  });

  it('shares its samples with the elevation chart, in seconds', () => {
    expect(toElevationColumns(arc)).toEqual([
      [10, 11, 12, 13],
      [0, 45, 45, 0],
    ]);
  });
});

describe('a countdown', () => {
  it.each([
    [0, '0 s'],
    [-5000, '0 s'],
    [1, '0 s'],
    [59_999, '59 s'],
    [252_000, '4 min 12 s'],
    [3_753_000, '1 h 02 min'],
    [93_600_000, '1 d 2 h'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(formatTimeLeft(ms)).toBe(text);
  });
});
