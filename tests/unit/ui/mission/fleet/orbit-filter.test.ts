import { describe, expect, it } from 'vitest';
import { toSatellite } from '../../../../../src/ui/mission/fleet/kept-satellites.ts';
import {
  isWithin,
  limitProblem,
  NO_LIMITS,
  type OrbitLimits,
  regimeColours,
  regimesOf,
} from '../../../../../src/ui/mission/fleet/orbit-filter.ts';
import { syntheticElements } from '../../../../support/synthetic-fleet.ts';

/** The ISS by CelesTrak's elements: 414 × 424 km, 51.6°, 93 min. */
const STATION = toSatellite({
  ...syntheticElements(1),
  MEAN_MOTION: 15.4875,
  ECCENTRICITY: 0.0007,
  INCLINATION: 51.63,
});
const GEOSTATIONARY = toSatellite(syntheticElements(2, 'geostationary'));
const MOLNIYA = toSatellite(syntheticElements(3, 'molniya'));

const limits = (some: Partial<OrbitLimits>): OrbitLimits => ({ ...NO_LIMITS, ...some });

describe('satellites by their orbits', () => {
  it.each<[string, Partial<OrbitLimits>, boolean]>([
    ['no limits', {}, true],
    ['above a perigee', { altitude: ['400', ''] }, true],
    ['within altitudes that hold all of the orbit', { altitude: ['400', '450'] }, true],
    ['within altitudes that hold a part of the orbit', { altitude: ['418', '450'] }, false],
    ['above the orbit', { altitude: ['500', ''] }, false],
    ['an inclination', { inclination: ['51', '52'] }, true],
    ['another inclination', { inclination: ['97', '99'] }, false],
    ['a period', { period: ['', '93'] }, true],
    ['a longer period', { period: ['100', ''] }, false],
    ['two limits of which one is not kept', { inclination: ['51', '52'], period: ['100', ''] }, false],
    ['what is no number', { period: ['x', ''] }, true],
  ])('%s', (_what, some, isFound) => {
    expect(isWithin(STATION, limits(some))).toBe(isFound);
  });

  it('says that a limit is no number', () => {
    expect([limitProblem('12.5'), limitProblem(' '), limitProblem('12 km')]).toEqual([
      undefined,
      undefined,
      'Enter a number.',
    ]);
  });

  it('have colours and counts by their kind', () => {
    const list = [STATION, GEOSTATIONARY, MOLNIYA, STATION];
    const kinds = regimesOf(list);
    expect(kinds.map(({ name, count }) => `${name} ${count}`)).toEqual(['LEO 2', 'HEO 1', 'GEO 1']);
    const colours = new Map(kinds.map(({ name, colour }) => [name, colour]));
    expect([...regimeColours(list)]).toEqual(
      (['LEO', 'GEO', 'HEO', 'LEO'] as const).map((name) => colours.get(name)),
    );
    expect(new Set(colours.values()).size).toBe(3);
  });
});
