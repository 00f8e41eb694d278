import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { mapCircle } from '../../../../src/ui/map/geometry/circle.ts';
import { land } from '../../../../src/ui/map/geometry/land.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, mostLatitude, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { covers, traced } from './polylines.ts';

const SIZE = { width: 1200, height: 600 };
const GLOBE: MapView = { globe: 1, longitude: degrees(10), latitude: degrees(40), zoom: 1 };

const viewOf = (globe: 0 | 1, longitude: number, latitude: number, zoom: number): MapView => ({
  globe,
  longitude: degrees(longitude),
  latitude: degrees(latitude),
  zoom,
});

describe('a view whose centre is beside the middle of the picture', () => {
  it.each([0, 1] as const)('has it there, on the plane and on the globe (%d)', (globe) => {
    const view: MapView = { ...GLOBE, globe, zoom: 1.3, at: { x: 0.4, y: 0.7 } };
    const projector = createProjector(view, SIZE);
    const centre = projector.place(view.longitude, view.latitude);
    expect(centre.x).toBeCloseTo(480, 9);
    expect(centre.y).toBeCloseTo(420, 9);
    const [longitude, latitude] = projector.positionAt(480, 420) ?? [];
    expect(longitude).toBeCloseTo(10, 9);
    expect(latitude).toBeCloseTo(40, 9);
  });
});

describe('an enlarged plane', () => {
  const view = viewOf(0, 150, -20, 5);
  const projector = createProjector(view, SIZE);

  it('has its centre in the middle and a degree five times as wide', () => {
    expect(projector.place(150, -20)).toMatchObject({ x: 600, y: 300, isVisible: true });
    const east = projector.place(151, -20);
    expect(east.x - 600).toBeCloseTo((5 * 1200) / 360, 9);
    expect(projector.place(150, -19).y).toBeCloseTo(300 - (5 * 1200) / 360, 9);
  });

  it('continues over the antimeridian', () => {
    const [west, east] = [projector.place(179.5, -20), projector.place(-179.5, -20)];
    expect(east.x - west.x).toBeCloseTo((5 * 1200) / 360, 9);
    expect(projector.place(0, -20).isVisible).toBe(false);
  });

  it('keeps shapes near the picture, whatever their size', () => {
    const points = traced(land().areas, projector).flat();
    expect(points.length).toBeGreaterThan(50);
    expect(points.every(([x, y]) => x > -100 && x < 1300 && y > -100 && y < 700)).toBe(true);
  });

  it('says whether anything of a shape is on it', () => {
    const pen = { moveTo() {}, lineTo() {}, closePath() {} };
    const circleAt = (longitude: number) =>
      mapCircle({ latitude: degrees(-20), longitude: degrees(longitude) }, degrees(5)).outline;
    expect(projector.trace(pen, circleAt(150))).toBe(true);
    expect(projector.trace(pen, circleAt(0))).toBe(false);
  });
});

describe('a globe', () => {
  const projector = createProjector(GLOBE, SIZE);
  const distance = (longitude: number, latitude: number): number =>
    (geoDistance([longitude, latitude], [10, 40]) * 180) / Math.PI;

  it('shows the half of the Earth around its centre, in a disc within the picture', () => {
    for (let longitude = -175; longitude < 180; longitude += 13) {
      for (let latitude = -85; latitude < 90; latitude += 11) {
        const { x, y, isNear } = projector.place(longitude, latitude);
        expect(isNear).toBe(distance(longitude, latitude) <= 90);
        expect(Math.hypot(x - 600, y - 300)).toBeLessThanOrEqual(300);
      }
    }
  });

  it('has north up and east to the right', () => {
    const [centre, north, east] = [projector.place(10, 40), projector.place(10, 50), projector.place(20, 40)];
    expect([centre.x, centre.y]).toEqual([600, 300]);
    expect(north.y).toBeLessThan(300);
    expect(north.x).toBeCloseTo(600, 9);
    expect(east.x).toBeGreaterThan(600);
  });

  it('covers what lies within an area, cut at the horizon', () => {
    const area = traced(
      mapCircle({ latitude: degrees(10), longitude: degrees(80) }, degrees(30)).area,
      projector,
    );
    let inside = 0;
    for (let x = 320; x < 880; x += 17) {
      for (let y = 20; y < 580; y += 17) {
        const position = projector.positionAt(x, y);
        if (!position) continue;
        const away = (geoDistance([...position], [80, 10]) * 180) / Math.PI;
        if (Math.abs(away - 30) < 0.5 || distance(...position) > 89) continue;
        expect(covers(area, x, y)).toBe(away < 30);
        if (away < 30) inside += 1;
      }
    }
    expect(inside).toBeGreaterThan(20);
  });

  it('shows its far side through itself, mirrored as seen from here', () => {
    const { x, y } = projector.place(190, 20); // behind it
    const mark = mapCircle({ latitude: degrees(20), longitude: degrees(190) }, degrees(1)).outline;
    const points = traced(mark, projector, 'traceFarSide').flat();
    const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
    expect(mean(0)).toBeCloseTo(x, 0);
    expect(mean(1)).toBeCloseTo(y, 0);
    expect(traced(mark, projector)).toEqual([]);
  });
});

describe('the position at a pixel', () => {
  const views = fc.record({
    globe: fc.constantFrom(0, 1),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    zoom: fc.double({ min: 1, max: 20, noNaN: true }),
  });
  const pixel = fc.record({ x: fc.integer({ min: 0, max: 1200 }), y: fc.integer({ min: 0, max: 600 }) });

  it('is what is drawn there, in any view, or none beside the Earth', () => {
    let found = 0;
    fc.assert(
      fc.property(views, pixel, ({ globe, longitude, latitude, zoom }, { x, y }) => {
        const projector = createProjector(viewOf(globe, longitude, latitude, zoom), SIZE);
        const position = projector.positionAt(x, y);
        if (!position) return true;
        found += 1;
        const place = projector.place(...position);
        return Math.hypot(place.x - x, place.y - y) < 1;
      }),
      { seed: 1, numRuns: 300 },
    );
    expect(found).toBeGreaterThan(100);
    expect(createProjector(GLOBE, SIZE).positionAt(5, 5)).toBeUndefined();
  });
});

describe('the limit of the plane’s centre', () => {
  it('is the equator for the whole Earth, and lets the poles reach the edge of an enlarged one', () => {
    expect(mostLatitude(WHOLE_PLANE, SIZE)).toBeCloseTo(0, 9);
    expect(mostLatitude({ ...WHOLE_PLANE, zoom: 2 }, SIZE)).toBeCloseTo(45, 9);
  });
});
