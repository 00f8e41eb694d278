import { geoEquirectangular } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../src/shared/units.ts';
import { graticuleLines, latitudeLabels, longitudeLabels } from '../../../src/ui/map/geometry/graticule.ts';
import { land } from '../../../src/ui/map/geometry/land.ts';
import {
  PLANE_HEIGHT,
  PLANE_WIDTH,
  projectShape,
  toPlaneX,
  toPlaneY,
} from '../../../src/ui/map/geometry/plane.ts';
import { covers, isClosed, isOnPlane, widestSegment } from './polylines.ts';

describe('the plane', () => {
  it('is 800 by 400 units and d3-geo agrees about every place', () => {
    const projection = geoEquirectangular()
      .scale(800 / (2 * Math.PI))
      .translate([400, 200]);
    for (let longitude = -175; longitude <= 175; longitude += 25) {
      for (let latitude = -90; latitude <= 90; latitude += 15) {
        const [x, y] = projection([longitude, latitude]) ?? [];
        expect(toPlaneX(degrees(longitude))).toBeCloseTo(x ?? Number.NaN, 9);
        expect(toPlaneY(degrees(latitude))).toBeCloseTo(y ?? Number.NaN, 9);
      }
    }
    expect([PLANE_WIDTH, PLANE_HEIGHT]).toEqual([800, 400]);
  });

  it('cuts a line over the antimeridian in two', () => {
    const lines = projectShape({
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
  it('lies on the plane, in closed rings', () => {
    expect(land().areas.length).toBeGreaterThan(100);
    expect(land().areas.every(isClosed)).toBe(true);
    expect(isOnPlane(land().areas)).toBe(true);
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
    expect(covers(land().areas, toPlaneX(degrees(longitude)), toPlaneY(degrees(latitude)))).toBe(isLand);
  });

  it('draws coasts without the seams of the map', () => {
    const seams = land().coasts.flatMap((line) =>
      line.slice(1).filter(([x], index) => x === line[index]?.[0] && (x === 0 || x === PLANE_WIDTH)),
    );
    expect(seams).toEqual([]);
    expect(widestSegment(land().coasts)).toBeLessThan(PLANE_WIDTH / 2);
  });
});

describe('the graticule', () => {
  it('has a line every 30° and none along the edges', () => {
    expect(graticuleLines).toHaveLength(11 + 5);
    expect(isOnPlane(graticuleLines)).toBe(true);
  });

  it('names its degrees', () => {
    expect(latitudeLabels.map(({ text }) => text)).toEqual(['60°S', '30°S', '0°', '30°N', '60°N']);
    expect(longitudeLabels(60).map(({ text }) => text)).toEqual(['120°W', '60°W', '0°', '60°E', '120°E']);
    expect(longitudeLabels(30)).toHaveLength(11);
    expect(longitudeLabels(30)[0]).toEqual({ text: '150°W', position: toPlaneX(degrees(-150)) });
  });
});
