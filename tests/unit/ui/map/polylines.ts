import { createProjector, type Projector, type Shape } from '../../../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

/** Width of the whole plane in the units of the specification. */
export const PLANE_WIDTH = 800;
export const PLANE_HEIGHT = 400;
export const PLANE = createProjector(WHOLE_PLANE, { width: PLANE_WIDTH, height: PLANE_HEIGHT });

export type Point = readonly [x: number, y: number];
/** Points joined by straight segments. A closed one ends where it starts. */
export type Polyline = readonly Point[];

/** Collects what a projector adds to a path. */
export function traced(
  shape: Shape,
  projector: Projector = PLANE,
  method: 'trace' | 'traceDense' | 'traceFarSide' = 'trace',
): readonly Polyline[] {
  const polylines: Point[][] = [];
  projector[method](
    {
      moveTo: (x, y) => polylines.push([[x, y]]),
      lineTo: (x, y) => polylines.at(-1)?.push([x, y]),
      closePath() {
        const line = polylines.at(-1);
        if (line?.[0]) line.push(line[0]);
      },
    },
    shape,
  );
  return polylines;
}

/** Converts a place to the plane's units. */
export const onPlane = (longitude: number, latitude: number): Point => {
  const { x, y } = PLANE.place(longitude, latitude);
  return [x, y];
};

/** Returns the widest segment, in plane units. */
export const widestSegment = (polylines: readonly Polyline[]): number =>
  Math.max(
    0,
    ...polylines.flatMap((polyline) =>
      polyline.slice(1).map(([x], index) => Math.abs(x - (polyline[index]?.[0] ?? x))),
    ),
  );

export const isOnPlane = (polylines: readonly Polyline[]): boolean =>
  polylines.every((polyline) =>
    polyline.every(
      ([x, y]) => x >= -1e-6 && x <= PLANE_WIDTH + 1e-6 && y >= -1e-6 && y <= PLANE_HEIGHT + 1e-6,
    ),
  );

export const isClosed = (ring: Polyline): boolean => {
  const [start] = ring;
  const end = ring.at(-1);
  return (
    ring.length > 3 && start !== undefined && end !== undefined && start[0] === end[0] && start[1] === end[1]
  );
};

/** True if closed rings, filled even-odd, cover a point. */
export function covers(rings: readonly Polyline[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    ring.slice(1).forEach(([x1, y1], index) => {
      const [x0, y0] = ring[index] ?? [x1, y1];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside;
    });
  }
  return isInside;
}
