import { describe, expect, it } from 'vitest';
import type { SkyArc } from '../../../src/shared/contact-plan.ts';
import { degrees, epochMs } from '../../../src/shared/units.ts';
import { formatTimeLeft } from '../../../src/ui/kit/format.ts';
import { arcPlaceAt, arcPointAt, arcPoints, toSkyPoint } from '../../../src/ui/sky/sky-geometry.ts';
import { toElevationColumns } from '../../../src/ui/tracking/elevation-chart.ts';

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

  /** Rises in the north, goes through the zenith, sets in the south. */
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
