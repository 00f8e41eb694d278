import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../src/shared/entities/place.ts';
import { failed } from '../../../../src/shared/kit/result.ts';
import { addMs, degrees, epochMs, MS_PER_DAY, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { siteOf } from '../../../../src/shared/orbit/observer.ts';
import { eclipseFraction, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import type { VisualPass } from '../../../../src/shared/orbit/visual-passes.ts';
import { searchPasses } from '../../../../src/worker/fleet/search-passes.ts';
import reference from '../../../reference/orbits.json';
import { finish } from '../../../support/finish.ts';
import { lookEachSecond, type Stretch } from '../../../support/passes.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { propagate, unixTime, unwrap } from '../../shared/orbit/flights.ts';

const MASK = degrees(5);

const placeAt = (latitude: number, longitude: number, altitudeKm = 0): Place => ({
  id: 'test',
  name: 'Test',
  latitude: degrees(latitude),
  longitude: degrees(longitude),
  altitudeKm,
  mask: MASK,
});
const PLACES = reference.sites.map(({ latitude, longitude, heightM }) =>
  placeAt(latitude, longitude, heightM / 1000),
);
/** Tolerance for the interpolation of eccentric orbits, and for slow risings. */
const TOLERANCE_MS = 100;

/** True if a pass covers a whole stretch of seconds. */
const holds = ({ aos, los }: VisualPass, { first, last }: Stretch): boolean =>
  aos <= first + TOLERANCE_MS && los >= last - TOLERANCE_MS;

describe('a list of passes', () => {
  const orbits = reference.orbits.map(({ name, tle: [line1 = '', line2 = ''], from }) => ({
    name,
    from: addMs(unixTime(from), 6 * MS_PER_H),
    elements: unwrap(readTle(line1, line2)),
  }));

  it.each(orbits)(
    'misses none over the poles and the date line, and no part of one: $name',
    ({ from, elements }) => {
      const to = addMs(from, 12 * MS_PER_H);
      const watches = PLACES.map((place) => ({ site: siteOf(place), mask: MASK }));
      const seen = lookEachSecond(propagate(elements), watches, from, to);
      for (const [index, place] of PLACES.entries()) {
        const search = { place, from, to };
        const [answer = failed('no answer')] = finish(searchPasses([elements], search));
        const passes = unwrap(answer);
        for (const stretch of seen[index] ?? [])
          expect(passes.filter((pass) => holds(pass, stretch))).toHaveLength(1);
        // No pass is spurious, except those too short for a whole second.
        for (const { aos, los } of passes) {
          const isSeen = seen[index]?.some(({ first, last }) => first <= los && last >= aos);
          if (!isSeen) expect(Math.min(los, to) - Math.max(aos, from)).toBeLessThan(1000 + 2 * TOLERANCE_MS);
        }
      }
      expect(seen.flat().length).toBeGreaterThan(0);
    },
  );
});

describe('a pass whose path is asked for', () => {
  it('comes with its arc over the sky, and the sunlit parts of it', () => {
    const elements = syntheticElements(3, 'sunSynchronous');
    const propagator = propagate(elements);
    const place = { ...placeAt(52.5, 13.4), mask: degrees(0) };
    const from = epochMs(Date.UTC(2026, 10, 20, 12));
    const search = { place, from, to: addMs(from, MS_PER_DAY) };
    const [answer = failed('no answer')] = finish(searchPasses([elements], { ...search, hasPath: true }));
    const passes = unwrap(answer);
    expect(passes.length).toBeGreaterThan(4);
    let eclipsed = 0;
    for (const { aos, los, maxElevation, path } of passes) {
      if (!path) throw new Error('no path');
      const { arc, sunlit } = path;
      const last = arc.elevations.length - 1;
      expect(arc.startTime + last * arc.stepMs).toBeCloseTo(los, 3);
      expect(arc.elevations[0]).toBeCloseTo(0, 1);
      expect(arc.elevations[last]).toBeCloseTo(0, 1);
      expect(Math.max(...arc.elevations)).toBeCloseTo(maxElevation, 0);
      for (const share of [0.05, 0.5, 0.95]) {
        const time = addMs(aos, share * (los - aos));
        const state = propagator.stateAt(time);
        if (!state) throw new Error('no state');
        const isSunlit = eclipseFraction(sunPositionAu(time), state.positionTeme) < 0.5;
        expect(sunlit.some(({ start, end }) => time >= start && time <= end)).toBe(isSunlit);
        if (!isSunlit) eclipsed += 1;
      }
    }
    expect(eclipsed).toBeGreaterThan(0);
  });
});
