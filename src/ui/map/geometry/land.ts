import { feature, mesh } from 'topojson-client';
import landTopology from 'world-atlas/land-110m.json';
import { PLANE_HEIGHT, PLANE_WIDTH, type Point, type Polyline, projectShape } from './plane.ts';

/** Natural Earth at 1:110 million, 55 kB: the next finer one is ten times as large, to load and to draw. */
const topology = landTopology as unknown as Parameters<typeof feature>[0];

export interface Land {
  /** Closed rings, to fill. */
  readonly areas: readonly Polyline[];
  /** Coastlines alone, to stroke: without the seams where the map is cut. */
  readonly coasts: readonly Polyline[];
}

const isNear = (value: number, edge: number): boolean => Math.abs(value - edge) < 0.01;

/** Whether a segment is a cut in the source instead of a coast: along 180° or the South Pole. */
const isSeam = ([x0, y0]: Point, [x1, y1]: Point): boolean =>
  (isNear(x0, 0) && isNear(x1, 0)) ||
  (isNear(x0, PLANE_WIDTH) && isNear(x1, PLANE_WIDTH)) ||
  (isNear(y0, PLANE_HEIGHT) && isNear(y1, PLANE_HEIGHT));

function withoutSeams(line: Polyline): readonly Polyline[] {
  const parts: Point[][] = [];
  let current: Point[] = [];
  for (const point of line) {
    const last = current.at(-1);
    if (last && isSeam(last, point)) {
      parts.push(current);
      current = [];
    }
    current.push(point);
  }
  return [...parts, current].filter((part) => part.length > 1);
}

function projectLand(): Land {
  const { land: areas } = topology.objects;
  if (!areas) throw new Error('world-atlas: land-110m.json has no land.');
  return {
    areas: projectShape(feature(topology, areas)),
    coasts: projectShape(mesh(topology)).flatMap(withoutSeams),
  };
}

let projected: Land | undefined;

/** Land in plane units, computed once: it is the same at every size. */
export function land(): Land {
  projected ??= projectLand();
  return projected;
}
