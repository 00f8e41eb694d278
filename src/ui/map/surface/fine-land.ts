import { mesh } from 'topojson-client';
import mediumScaleUrl from 'world-atlas/countries-50m.json?url';
import smallScaleUrl from 'world-atlas/countries-110m.json?url';
import { withoutSeams } from '../geometry/seams.ts';
import { type FetchAsset, fetchAsset } from './fetch-asset.ts';
import lakesUrl from './lakes-50m.json?url';

type Topology = Parameters<typeof mesh>[0];
type Objects = NonNullable<Parameters<typeof mesh>[1]>;
type Lines = ReturnType<typeof mesh>;

/** Natural Earth at 1 : 50 million. */
export interface FineLand {
  /** Coasts and the shores of lakes, without the seams along 180° and at the South Pole. */
  readonly coasts: Lines;
  readonly borders: Lines;
}

const fetchTopology = async (fetchFile: FetchAsset, url: string): Promise<Topology> =>
  (await fetchAsset(fetchFile, url)).json();

function objectOf(topology: Topology, name: string): Objects {
  const found = topology.objects[name] as Objects | undefined;
  if (!found) throw new Error(`The topology has no ${name}.`);
  return found;
}

const outlinesOf = (topology: Topology, name: string): Lines['coordinates'] =>
  mesh(topology, objectOf(topology, name)).coordinates;

const bordersOf = (topology: Topology): Lines =>
  mesh(topology, objectOf(topology, 'countries'), (a, b) => a !== b);

/** Loads coasts, shores and borders for a map that is drawn large. */
export async function loadFineLand(fetchFile: FetchAsset): Promise<FineLand> {
  const [countries, lakes] = await Promise.all([
    fetchTopology(fetchFile, mediumScaleUrl),
    fetchTopology(fetchFile, lakesUrl),
  ]);
  const coordinates = [...outlinesOf(countries, 'land').flatMap(withoutSeams), ...outlinesOf(lakes, 'lakes')];
  return { coasts: { type: 'MultiLineString', coordinates }, borders: bordersOf(countries) };
}

/** Loads country borders at 1 : 110 million, for the whole Earth on a screen. */
export async function loadBorders(fetchFile: FetchAsset): Promise<Lines> {
  return bordersOf(await fetchTopology(fetchFile, smallScaleUrl));
}
