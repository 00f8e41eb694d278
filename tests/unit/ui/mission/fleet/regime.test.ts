import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import { addMs, MS_PER_DAY } from '../../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../../src/shared/orbit/elements.ts';
import {
  elementsAccuracy,
  type OrbitRegime,
  orbitRegime,
  orbitSize,
} from '../../../../../src/ui/mission/fleet/regime.ts';
import reference from '../../../../reference/orbits.json';
import { named, propagate, unwrap } from '../../../shared/orbit/flights.ts';

function elementsOf(name: string) {
  const { tle } = named<{ name: string; tle: string[] }>(reference.orbits, name);
  return unwrap(readTle(tle[0] ?? '', tle[1] ?? '', name));
}

describe('the regime of an orbit', () => {
  it.each<[string, OrbitRegime]>([
    ['LEO', 'LEO'],
    ['Sun-synchronous', 'LEO'],
    ['Epoch of 1957', 'LEO'],
    ['MEO, LAGEOS', 'MEO'],
    ['GNSS, GPS', 'MEO'],
    ['GNSS, Galileo', 'MEO'],
    ['GTO', 'GTO'],
    ['Molniya', 'HEO'],
    ['Tundra', 'HEO'],
    ['HEO', 'HEO'],
    ['GEO', 'GEO'],
    ['GEO, inclined', 'GEO'],
  ])('of the type %s is %s', (name, regime) => {
    expect(orbitRegime(elementsOf(name))).toBe(regime);
  });

  it('is deep space above the geostationary ring, and for inclined orbits of a day', () => {
    const geo = elementsOf('GEO');
    expect(orbitRegime({ ...geo, MEAN_MOTION: 0.98 })).toBe('deep space');
    expect(orbitRegime({ ...geo, INCLINATION: 41, ECCENTRICITY: 0.075 })).toBe('deep space');
  });

  it('is LEO up to an apogee of 2,000 km', () => {
    // By Kepler's third law a circular orbit has 11.3337 revolutions a day at 1,995 km, and 11.3128 at 2,005 km.
    const circular = { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 0 };
    expect(orbitRegime({ ...circular, MEAN_MOTION: 11.3337 })).toBe('LEO');
    expect(orbitRegime({ ...circular, MEAN_MOTION: 11.3128 })).toBe('MEO');
  });
});

describe('the size of an orbit', () => {
  it('is that of the ISS: 93 minutes, some 420 km', () => {
    const { periodMin, perigeeKm, apogeeKm } = orbitSize(ORBITAL_ELEMENTS.iss);
    expect(periodMin).toBeCloseTo(92.978, 2);
    expect(perigeeKm).toBeGreaterThan(410);
    expect(apogeeKm).toBeLessThan(430);
    expect(apogeeKm - perigeeKm).toBeCloseTo(2 * 0.00068694 * 6797, 0);
  });

  it('is that of a geostationary satellite: a sidereal day, 35,786 km', () => {
    const { periodMin, perigeeKm, apogeeKm } = orbitSize({
      ...elementsOf('GEO'),
      MEAN_MOTION: 1.002_737_9,
      ECCENTRICITY: 0,
    });
    expect(periodMin).toBeCloseTo(1436.07, 1);
    expect(Math.abs(perigeeKm - 35_786)).toBeLessThan(5);
    expect(apogeeKm).toBe(perigeeKm);
  });
});

describe('the accuracy of elements', () => {
  const iss = ORBITAL_ELEMENTS.iss;
  const { epoch } = propagate(iss);
  const accuracyAfter = (days: number, elements = iss) =>
    elementsAccuracy(elements, epoch, addMs(epoch, days * MS_PER_DAY));

  it('is a kilometre at their epoch', () => {
    expect(accuracyAfter(0)).toEqual({
      ageDays: 0,
      errorKm: 1,
      meaning: 'Positions are within about 1 km, pass times within a few seconds.',
    });
  });

  it.each([
    [4, 'Positions are within about 7 km, pass times within a few seconds.'],
    [-4, 'Positions are within about 7 km, pass times within a few seconds.'],
    [20, 'Positions are within about 31 km, pass times within a minute. Get newer elements for tracking.'],
    [200, 'Positions and pass times are unreliable. Get newer elements.'],
  ])('of a low orbit after %d days says: %s', (days, meaning) => {
    expect(accuracyAfter(days)).toMatchObject({ ageDays: days, meaning });
  });

  it('is worse the lower the perigee, and better high above the air', () => {
    const low = accuracyAfter(10, { ...iss, MEAN_MOTION: 15.9 });
    expect(low.errorKm).toBeGreaterThan(2 * accuracyAfter(10).errorKm);
    expect(accuracyAfter(10, elementsOf('GNSS, GPS')).errorKm).toBeLessThan(accuracyAfter(10).errorKm);
    expect(accuracyAfter(10, elementsOf('GTO')).errorKm).toBeGreaterThan(accuracyAfter(10).errorKm);
  });
});
