import { feature, mesh } from 'topojson-client';
import landTopology from 'world-atlas/land-110m.json';
import type { Shape } from './projector.ts';
import { withoutSeams } from './seams.ts';

/** Natural Earth at 1:110 million, 55 kB; the next finer one is ten times as large, to load and to draw. */
const topology = landTopology as unknown as Parameters<typeof feature>[0];

export interface Land {
  readonly areas: Shape;
  /** Coastlines alone, without the seams where the source is cut. */
  readonly coasts: Shape;
}

function readLand(): Land {
  const { land: areas } = topology.objects;
  if (!areas) throw new Error('world-atlas: land-110m.json has no land.');
  const coordinates = mesh(topology).coordinates.flatMap(withoutSeams);
  return { areas: feature(topology, areas), coasts: { type: 'MultiLineString', coordinates } };
}

let read: Land | undefined;

/** Returns the land of the Earth, read once. */
export function land(): Land {
  read ??= readLand();
  return read;
}
