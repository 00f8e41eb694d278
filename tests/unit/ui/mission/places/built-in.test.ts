import { geoContains, geoDistance } from 'd3-geo';
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import land from 'world-atlas/land-10m.json' with { type: 'json' };
import { type BuiltInPlace, findBuiltIn } from '../../../../../src/ui/mission/places/built-in.ts';
import { BUILT_IN_PLACES } from '../../../../../src/ui/mission/places/built-in-lists.ts';

const EARTH_RADIUS_KM = 6371;
const topology = land as unknown as Parameters<typeof feature>[0];
const LAND = feature(topology, topology.objects.land as never) as unknown as FeatureCollection;

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
          geoContains(LAND, [longitude + east / Math.cos((latitude * Math.PI) / 180), latitude + north]),
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
