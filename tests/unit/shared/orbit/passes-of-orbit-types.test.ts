import { expect, it } from 'vitest';
import { addMs, degrees, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import reference from '../../../reference/orbits.json';
import { covers, findPasses, lookEachSecond } from '../../../support/passes.ts';
import { propagate, siteAt, unixTime, unwrap } from './flights.ts';

const SITES = reference.sites.map(({ latitude, longitude, heightM }) => ({
  name: `${latitude}°, ${longitude}°`,
  site: siteAt(latitude, longitude, heightM / 1000),
}));
const ORBITS = reference.orbits.map(({ name, tle: [line1 = '', line2 = ''], from }) => ({
  name,
  from: unixTime(from),
  propagator: propagate(unwrap(readTle(line1, line2))),
}));
const MASKS = [0, 10, 40];
/** Tolerance for the interpolation of eccentric orbits, and for slow risings. */
const TOLERANCE_MS = 100;

it.each(ORBITS)('no pass is missed over the poles and the date line: $name', ({ from, propagator }) => {
  const to = addMs(from, 12 * MS_PER_H);
  const watches = SITES.flatMap((place) => MASKS.map((mask) => ({ ...place, mask })));
  const seen = lookEachSecond(propagator, watches, from, to);
  expect(seen.flat().length).toBeGreaterThan(0);
  for (const [index, { name, site, mask }] of watches.entries()) {
    const stretches = seen[index] ?? [];
    const passes = findPasses(propagator, site, { from, to, minElevation: degrees(mask) });
    const whole = passes.filter(({ aos, los }) => los - aos > 1000 + 2 * TOLERANCE_MS);
    const met = passes.filter((pass) => stretches.some((stretch) => covers(pass, stretch, TOLERANCE_MS)));
    const place = `${name} above ${mask}°`;
    expect(met, place).toHaveLength(stretches.length);
    for (const pass of whole) expect(met, place).toContain(pass);
  }
});
