import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { mapCircle } from '../../../../src/ui/map/geometry/circle.ts';
import { horizonRadius } from '../../../../src/ui/mission/fleet/footprint.ts';
import {
  covers,
  isClosed,
  isOnPlane,
  onPlane,
  PLANE_HEIGHT,
  PLANE_WIDTH,
  type Point,
  traced,
  widestSegment,
} from './polylines.ts';

/** Degrees. Where a circle grazes a pole, d3-geo's arcs between its points deviate this far, 0.2 units of the plane. */
const TOLERANCE = 0.1;

type Place = readonly [longitude: number, latitude: number];

const placeOf = ([x, y]: Point): Place => [(x * 360) / PLANE_WIDTH - 180, 90 - (y * 180) / PLANE_HEIGHT];
const distance = (a: Place, b: Place): number => (geoDistance([...a], [...b]) * 180) / Math.PI;
function circleAt([longitude, latitude]: Place, radius: number) {
  const { area, outline } = mapCircle(
    { latitude: degrees(latitude), longitude: degrees(longitude) },
    degrees(radius),
  );
  return { areas: traced(area), outline: traced(outline) };
}

const CASES: readonly (readonly [string, Place, number])[] = [
  ['over the Atlantic', [-30, 10], 20.3],
  ['over the antimeridian', [178, -20], 20.3],
  ['in the middle of the antimeridian', [180, 5], 15.5],
  ['over the North Pole', [40, 80], 20.3],
  ['over the South Pole and the antimeridian', [-175, -78], 20.3],
  ['about a pole', [0, 90], 20.3],
  ['nearly at a pole', [123, -89.99], 15.5],
  ['that just reaches a pole', [10, 69.69], 20.3],
  ['that just misses a pole', [10, 69.71], 20.3],
  ['as large as from a geostationary orbit', [75, 3], 81.3],
];

describe.each(CASES)('a circle %s', (_, centre, radius) => {
  const { areas, outline } = circleAt(centre, radius);

  it('is on the plane, closed, and never torn across it', () => {
    expect(isOnPlane([...areas, ...outline])).toBe(true);
    expect(areas.every(isClosed)).toBe(true);
    // Along a pole, which is the whole edge of the map, a long line is correct.
    const offTheEdge = areas.flatMap((ring) =>
      ring.slice(1).flatMap((point, index) => {
        const before = ring[index] ?? point;
        const isPole = [before, point].every(([, y]) => y < 0.01 || y > PLANE_HEIGHT - 0.01);
        return isPole ? [] : [[before, point]];
      }),
    );
    expect(widestSegment(offTheEdge)).toBeLessThanOrEqual(PLANE_WIDTH / 2);
    expect(widestSegment(outline)).toBeLessThanOrEqual(PLANE_WIDTH / 2);
  });

  it('has an outline at the right distance, without the edges of the map', () => {
    expect(outline.flat().length).toBeGreaterThan(20);
    const wrong = outline
      .flat()
      .filter((point) => Math.abs(distance(placeOf(point), centre) - radius) > TOLERANCE);
    expect(wrong).toEqual([]);
  });

  it('covers exactly the nearer places', () => {
    const wrong: Place[] = [];
    for (let latitude = -89; latitude <= 89; latitude += 3.7) {
      for (let longitude = -179.5; longitude <= 179.5; longitude += 4.3) {
        const place: Place = [longitude, latitude];
        const away = distance(place, centre);
        if (Math.abs(away - radius) < TOLERANCE) continue;
        const isInside = covers(areas, ...onPlane(longitude, latitude));
        if (isInside !== away < radius) wrong.push(place);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('circles anywhere', () => {
  it('are never torn and keep their distance', () => {
    const anywhere = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 3, max: 30, noNaN: true }),
    );
    fc.assert(
      fc.property(anywhere, ([longitude, latitude, radius]) => {
        const { outline } = circleAt([longitude, latitude], radius);
        return (
          outline.flat().length > 20 &&
          isOnPlane(outline) &&
          widestSegment(outline) <= PLANE_WIDTH / 2 &&
          outline
            .flat()
            .every((point) => Math.abs(distance(placeOf(point), [longitude, latitude]) - radius) < TOLERANCE)
        );
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('shrink with the requested elevation', () => {
    expect(horizonRadius(420)).toBeCloseTo(20.25, 1);
    expect(horizonRadius(420, degrees(5))).toBeLessThan(16);
  });
});
