import { geoContains } from 'd3-geo';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import landTopology from 'world-atlas/land-110m.json';
import type { Degrees } from '../../../shared/kit/units.ts';

const topology = landTopology as unknown as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects.land as never) as unknown as FeatureCollection<MultiPolygon>;

const box =
  (south: number, north: number, west: number, east: number) =>
  (latitude: number, longitude: number): boolean =>
    latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** A continent or an island, with its bounding box. */
interface Landmass {
  readonly shape: Polygon;
  readonly isNear: (latitude: number, longitude: number) => boolean;
}

/** Degrees: a coastline is a great arc between its points, and so deviates a little from their common parallel. */
const BULGE = 2;
/** Land that reaches this far south extends to the pole. */
const POLAR = -80;

function toLandmass(coordinates: Polygon['coordinates']): Landmass {
  const coast = coordinates[0] ?? [];
  const range = (axis: 0 | 1): readonly [number, number] => {
    const values = coast.map((point) => point[axis] ?? Number.NaN);
    return [Math.min(...values) - BULGE, Math.max(...values) + BULGE];
  };
  const [west, east] = range(0);
  const [south, north] = range(1);
  return {
    shape: { type: 'Polygon', coordinates },
    isNear: box(south < POLAR ? -90 : south, north, west, east),
  };
}

/** Bounding boxes rule out most of the more than a hundred landmasses: testing all takes about 1 ms. */
const landmasses: readonly Landmass[] = land.features.flatMap(({ geometry }) =>
  geometry.coordinates.map(toLandmass),
);

const isLand = (latitude: number, longitude: number): boolean =>
  landmasses.some(
    ({ shape, isNear }) => isNear(latitude, longitude) && geoContains(shape, [longitude, latitude]),
  );

/** An approximate rule for a part of the world: names a place by its coordinates. First match wins. */
interface Region {
  readonly name: string;
  readonly holds: (latitude: number, longitude: number) => boolean;
}

/** The Red Sea, as a line from Suez to Aden: Africa is west of it. */
const isEastOfRedSea = (latitude: number, longitude: number): boolean =>
  latitude > 12.5 && longitude > 32.5 + (30 - latitude) * 0.63;

const LAND: readonly Region[] = [
  { name: 'Antarctica', holds: (latitude) => latitude < -60 },
  { name: 'Greenland', holds: box(59, 84, -73, -17) },
  { name: 'South America', holds: box(-56, 12.5, -82, -34) },
  { name: 'North America', holds: box(7, 84, -170, -50) },
  { name: 'Africa', holds: box(36, 37.5, 0, 11.3) },
  { name: 'Europe', holds: (lat, lon) => lat > 36 && lon > -25 && lon < (lat > 48 ? 60 : 30) },
  { name: 'Africa', holds: (lat, lon) => box(-35, 37.5, -19, 52)(lat, lon) && !isEastOfRedSea(lat, lon) },
  { name: 'Australia', holds: box(-44, -10.5, 112, 154) },
  { name: 'New Zealand', holds: box(-48, -34, 166, 179) },
  { name: 'Asia', holds: () => true },
];

/** West of this longitude the water of Central America is the Pacific. */
const isPacificSide = (latitude: number, longitude: number): boolean =>
  latitude < 8 ? longitude < -77 : latitude < 20 && longitude < -77 - (latitude - 8) * 2.2;

/** Seas enclosed by land: all water in the box is theirs. First match wins. */
const INLAND_SEAS: readonly Region[] = [
  { name: 'the Caspian Sea', holds: box(36, 48, 46, 56) },
  { name: 'the Black Sea', holds: box(40.9, 47.5, 27, 42) },
  { name: 'the Red Sea', holds: box(13, 30, 32, 43.5) },
  { name: 'the Persian Gulf', holds: box(24, 30.5, 47.5, 56.3) },
  { name: 'the Baltic Sea', holds: box(53.5, 66, 13, 30.5) },
  { name: 'Hudson Bay', holds: box(51, 65, -95, -76.5) },
  {
    name: 'the Mediterranean Sea',
    // North-west of it is the Bay of Biscay.
    holds: (lat, lon) => box(30, 46, -5.5, 36.5)(lat, lon) && (lat < 43 || lon > 0),
  },
];

const northOrSouth = (latitude: number): string => (latitude < 0 ? 'South' : 'North');

function nameWater(latitude: number, longitude: number): string {
  if (latitude > 66) return 'the Arctic Ocean';
  if (latitude < -60) return 'the Southern Ocean';
  const sea = INLAND_SEAS.find(({ holds }) => holds(latitude, longitude));
  if (sea) return sea.name;
  const isCaribbean = box(9, longitude < -75 ? 20 : 18, -89, -61)(latitude, longitude);
  if (isCaribbean && !isPacificSide(latitude, longitude)) return 'the Caribbean Sea';
  if (box(18, 31, -98, -82)(latitude, longitude)) return 'the Gulf of Mexico';
  if (box(-20, -5, 130, 142)(latitude, longitude)) return 'the Arafura Sea';
  if (box(-25, -9, 142, 160)(latitude, longitude)) return 'the Coral Sea';
  const indianEast = latitude < -30 ? 147 : latitude < -10 ? 130 : 100;
  const isIndian = latitude < 30 && longitude > (latitude < 0 ? 20 : 40) && longitude < indianEast;
  if (isIndian) return 'the Indian Ocean';
  const isAtlantic =
    longitude > (latitude < 8 ? -70 : -98) && longitude < 42 && !isPacificSide(latitude, longitude);
  return `the ${northOrSouth(latitude)} ${isAtlantic ? 'Atlantic' : 'Pacific'}`;
}

/** Continent or ocean below a satellite. */
export function placeName(latitude: Degrees, longitude: Degrees): string {
  if (!isLand(latitude, longitude)) return nameWater(latitude, longitude);
  return LAND.find(({ holds }) => holds(latitude, longitude))?.name ?? 'land';
}
