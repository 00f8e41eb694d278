import { geoEquirectangular } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import {
  graticule,
  graticuleStep,
  latitudeLabels,
  longitudeLabels,
} from '../../../../src/ui/map/geometry/graticule.ts';
import { land } from '../../../../src/ui/map/geometry/land.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { covers, isClosed, isOnPlane, onPlane, PLANE_WIDTH, traced, widestSegment } from './polylines.ts';

const SIZE = { width: 1600, height: 800 };

describe('the plane', () => {
  it('is 800 by 400 units and d3-geo agrees about every place', () => {
    const projection = geoEquirectangular()
      .scale(800 / (2 * Math.PI))
      .translate([400, 200]);
    for (let longitude = -175; longitude <= 175; longitude += 25) {
      for (let latitude = -90; latitude <= 90; latitude += 15) {
        const [x, y] = projection([longitude, latitude]) ?? [];
        const place = onPlane(longitude, latitude);
        expect(place[0]).toBeCloseTo(x ?? Number.NaN, 9);
        expect(place[1]).toBeCloseTo(y ?? Number.NaN, 9);
      }
    }
  });

  it('cuts a line over the antimeridian in two', () => {
    const lines = traced({
      type: 'LineString',
      coordinates: [
        [170, 10],
        [-170, 10],
      ],
    });
    expect(lines).toHaveLength(2);
    expect(widestSegment(lines)).toBeLessThan(40);
    expect(isOnPlane(lines)).toBe(true);
  });
});

describe('the land', () => {
  const areas = traced(land().areas);

  it('lies on the plane, in closed rings', () => {
    expect(areas.length).toBeGreaterThan(100);
    expect(areas.every(isClosed)).toBe(true);
    expect(isOnPlane(areas)).toBe(true);
  });

  it.each([
    ['Madrid', 40.4, -3.7, true],
    ['Canberra', -35.3, 149.1, true],
    ['Houston', 29.8, -95.4, true],
    ['the South Pole', -89.9, 0, true],
    ['Chukotka, beyond 180°', 67, -175, true],
    ['the Gulf of Guinea', 0, 0, false],
    ['the North Pole', 89.9, 0, false],
    ['the Pacific at 180°', 0, 179.9, false],
  ])('covers %s (%d° N, %d° E): %s', (_, latitude, longitude, isLand) => {
    expect(covers(areas, ...onPlane(longitude, latitude))).toBe(isLand);
  });

  it('draws coasts without the seams of the map', () => {
    const coasts = traced(land().coasts);
    const isEdge = (x: number) => x === 0 || x === PLANE_WIDTH;
    const seams = coasts.flatMap((line) =>
      line.slice(1).filter(([x, y], index) => {
        const [beforeX, beforeY] = line[index] ?? [x, y];
        return isEdge(x) && beforeX === x && Math.abs(beforeY - y) > 0.01;
      }),
    );
    expect(seams).toEqual([]);
    expect(widestSegment(coasts)).toBeLessThan(PLANE_WIDTH / 2);
  });
});

describe('the graticule', () => {
  it('has a line every 30° and none along the edges', () => {
    const lines = traced(graticule(WHOLE_PLANE, 30));
    expect(lines).toHaveLength(11 + 5);
    expect(isOnPlane(lines)).toBe(true);
  });

  it('is denser where the map is enlarged, and has the meridian of 180° where that is no edge', () => {
    const near = { ...WHOLE_PLANE, zoom: 4 };
    expect(graticuleStep(WHOLE_PLANE, SIZE)).toBe(30);
    expect(graticuleStep(near, SIZE)).toBe(5);
    const shifted = graticule({ ...WHOLE_PLANE, longitude: degrees(100) }, 30);
    expect(traced(shifted).length).toBeGreaterThan(traced(graticule(WHOLE_PLANE, 30)).length);
  });

  it('names its degrees', () => {
    expect(latitudeLabels(30).map(({ text }) => text)).toEqual(['60°S', '30°S', '0°', '30°N', '60°N']);
    expect(longitudeLabels(60).map(({ text }) => text)).toEqual([
      '120°W',
      '60°W',
      '0°',
      '60°E',
      '120°E',
      '180°',
    ]);
    expect(longitudeLabels(30)[0]).toEqual({ text: '150°W', value: -150 });
  });
});
