import { type GeoPermissibleObjects, geoEquirectangular, geoPath } from 'd3-geo';
import type { Degrees } from '../../../shared/units.ts';

/** Units of the map (spec §2): x from 180° W to 180° E, y from 90° N to 90° S. */
export const PLANE_WIDTH = 800;
export const PLANE_HEIGHT = 400;

/** A point of the plane, x and y in its units. */
export type Point = readonly [x: number, y: number];
/** Points joined by straight segments. A closed one ends where it starts. */
export type Polyline = readonly Point[];

const projection = geoEquirectangular()
  .scale(PLANE_WIDTH / (2 * Math.PI))
  .translate([PLANE_WIDTH / 2, PLANE_HEIGHT / 2])
  .precision(0.1);

export const toPlaneX = (longitude: Degrees): number => ((longitude + 180) * PLANE_WIDTH) / 360;
export const toPlaneY = (latitude: Degrees): number => ((90 - latitude) * PLANE_HEIGHT) / 180;

/** Records d3-geo's drawing calls as polylines. */
function createRecorder() {
  const polylines: Point[][] = [];
  let current: Point[] = [];
  return {
    polylines,
    context: {
      beginPath() {},
      arc() {},
      moveTo(x: number, y: number) {
        current = [[x, y]];
        polylines.push(current);
      },
      lineTo(x: number, y: number) {
        current.push([x, y]);
      },
      closePath() {
        const [start] = current;
        if (start) current.push(start);
      },
    },
  };
}

/**
 * A shape on the globe as polylines of the plane: great arcs as curves, cut at the antimeridian, and a
 * polygon over a pole closed along the map's edge.
 */
export function projectShape(shape: GeoPermissibleObjects): readonly Polyline[] {
  const { context, polylines } = createRecorder();
  geoPath(projection, context)(shape);
  return polylines;
}
