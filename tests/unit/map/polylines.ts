import { PLANE_HEIGHT, PLANE_WIDTH, type Polyline } from '../../../src/ui/map/geometry/plane.ts';

/** The widest segment of all, in plane units. */
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

/** Whether closed rings, filled even-odd, cover a point. */
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
