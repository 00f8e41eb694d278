import { geoDistance } from 'd3-geo';
import type { FeatureCollection, MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import land from 'world-atlas/land-10m.json' with { type: 'json' };
import { type BuiltInPlace, findBuiltIn } from '../../../../../src/ui/mission/places/built-in.ts';
import { BUILT_IN_PLACES } from '../../../../../src/ui/mission/places/built-in-lists.ts';

const EARTH_RADIUS_KM = 6371;
const topology = land as unknown as Parameters<typeof feature>[0];
const LAND = feature(topology, topology.objects.land as never) as unknown as FeatureCollection<MultiPolygon>;
/** Shores as longitudes and latitudes, without the jump at 180°, and how far north and east they reach. */
const SHORES = LAND.features
  .flatMap(({ geometry }) => geometry.coordinates.flat())
  .map((shore) => {
    const points = unwrapped(shore);
    const extent = (axis: 0 | 1): readonly [number, number] =>
      points.reduce(
        ([least, most], { [axis]: value = 0 }) => [Math.min(least, value), Math.max(most, value)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as readonly [number, number],
      );
    return { points, east: extent(0), north: extent(1) };
  });

function unwrapped(shore: readonly Position[]): readonly Position[] {
  let turns = 0;
  return shore.map(([x = 0, y = 0], index) => {
    const jump = x - (shore[index - 1]?.[0] ?? x);
    if (Math.abs(jump) > 180) turns -= Math.sign(jump);
    return [x + 360 * turns, y];
  });
}

/** True if a ray to the east crosses the shores an odd number of times. */
const isOnLand = (longitude: number, latitude: number): boolean =>
  [-360, 0, 360].some((turn) =>
    SHORES.reduce((isInside, { points, east, north }) => {
      // A shore elsewhere is not crossed: to the north or south, or wholly to the west.
      const [x, isElsewhere] = [longitude + turn, latitude < north[0] || latitude > north[1]];
      return isElsewhere || x > east[1] ? isInside : isInside !== isWithin(points, x, latitude);
    }, false),
  );

function isWithin(shore: readonly Position[], longitude: number, latitude: number): boolean {
  let isInside = false;
  for (let index = 1; index < shore.length; index += 1) {
    const [x0 = 0, y0 = 0] = shore[index - 1] ?? [];
    const [x1 = 0, y1 = 0] = shore[index] ?? [];
    if (y0 > latitude !== y1 > latitude && longitude < x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0))
      isInside = !isInside;
  }
  return isInside;
}

const byName = (name: string): BuiltInPlace => {
  const place = BUILT_IN_PLACES.find((one) => one.name === name);
  if (!place) throw new Error(`There is no ${name}.`);
  return place;
};
const distanceKm = (one: string, other: string): number => {
  const [a, b] = [byName(one), byName(other)];
  return EARTH_RADIUS_KM * geoDistance([a.longitude, a.latitude], [b.longitude, b.latitude]);
};

describe('the built-in places', () => {
  it('are some hundred cities and the stations of four networks, each once', () => {
    const cities = BUILT_IN_PLACES.filter(({ kind }) => kind === 'observer');
    const stations = BUILT_IN_PLACES.filter(({ kind }) => kind === 'station');
    expect(cities.length).toBeGreaterThan(100);
    expect(new Set(stations.map(({ group }) => group))).toEqual(
      new Set(['ESTRACK', 'DSN', 'NASA Near Space Network', 'KSAT']),
    );
    expect(new Set(BUILT_IN_PLACES.map(({ name, group }) => `${name}, ${group}`)).size).toBe(
      BUILT_IN_PLACES.length,
    );
    expect(new Set(BUILT_IN_PLACES.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(
      BUILT_IN_PLACES.length,
    );
  });

  it('are in range, to 0.01° and 10 m', () => {
    const isRound = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6;
    const odd = BUILT_IN_PLACES.filter(
      ({ latitude, longitude, heightM }) =>
        Math.abs(latitude) > 90 ||
        Math.abs(longitude) > 180 ||
        heightM < -30 ||
        heightM > 4000 ||
        !isRound(latitude, 0.01) ||
        !isRound(longitude, 0.01) ||
        !isRound(heightM, 10),
    );
    expect(odd).toEqual([]);
  });

  it('lie on land, or within 6 km of it at the coast', () => {
    const shift = 0.05;
    const isByLand = ({ latitude, longitude }: BuiltInPlace): boolean =>
      [0, shift, -shift].some((north) =>
        [0, shift, -shift].some((east) =>
          isOnLand(longitude + east / Math.cos((latitude * Math.PI) / 180), latitude + north),
        ),
      );
    expect(BUILT_IN_PLACES.filter((place) => !isByLand(place)).map(({ name }) => name)).toEqual([]);
  });

  // Published distances between cities, to 1 %.
  it.each([
    ['London', 'New York', 5570],
    ['Berlin', 'Paris', 878],
    ['Sydney', 'Melbourne', 714],
    ['Tokyo', 'Osaka', 397],
    ['Rio de Janeiro', 'São Paulo', 358],
    ['Cape Town', 'Johannesburg', 1262],
  ])('%s and %s are %i km apart', (one, other, km) => {
    expect(Math.abs(distanceKm(one, other) / km - 1)).toBeLessThan(0.01);
  });
});

describe('the search of the built-in places', () => {
  const namesFor = (search: string) => findBuiltIn(BUILT_IN_PLACES, search, 3).map(({ name }) => name);

  it('finds by the beginning of a name first, without marks and case', () => {
    expect(namesFor('zurich')).toEqual(['Zürich']);
    expect(namesFor('TROMSO')).toEqual(['Tromsø', 'Tromsø']);
    expect(namesFor('mad')[0]).toBe('Madrid');
  });

  it('finds by country and network', () => {
    expect(namesFor('bern switz')).toEqual(['Bern']);
    expect(new Set(namesFor('dsn'))).toEqual(
      new Set(['Canberra DSS-43', 'Goldstone DSS-14', 'Madrid DSS-63']),
    );
  });

  it('finds nothing for nothing', () => {
    expect(namesFor('  ')).toEqual([]);
    expect(namesFor('atlantis')).toEqual([]);
  });
});
