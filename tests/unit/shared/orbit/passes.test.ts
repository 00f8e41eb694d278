import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { ecefToGeodetic } from '../../../../src/shared/orbit/frames.ts';
import { azimuthOf, elevationOf, type Site } from '../../../../src/shared/orbit/observer.ts';
import { findPassesOverSites } from '../../../../src/shared/orbit/passes.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import passes from '../../../reference/passes.json';
import { covers, findPasses, lookEachSecond, placeAt } from '../../../support/passes.ts';
import {
  angleApart,
  counting,
  FLIGHTS,
  isoTime,
  named,
  propagate,
  siteAt,
  unixTime,
  unwrap,
} from './flights.ts';

const elevationAt = (propagator: Propagator, site: Site, time: EpochMs): number =>
  elevationOf(site, placeAt(propagator, time));

const withinMs = (time: EpochMs, seconds: number): number => Math.abs(time - unixTime(seconds));

describe.each(FLIGHTS)('the passes of $name from its $form against the reference', ({ name, propagator }) => {
  const { window_start, window_end, stations } = named(passes.predictions, name);
  const [from, to] = [isoTime(window_start), isoTime(window_end)];
  const sites = stations.map(({ latitude, longitude, altitude_m }) =>
    siteAt(latitude, longitude, altitude_m / 1000),
  );

  describe.each([0, 10] as const)('above %d°', (minimum) => {
    const minElevation = degrees(minimum);
    const found = findPassesOverSites(propagator, sites, { from, to, minElevation });
    // The reference lists in full the passes that its window cuts.
    const whole = findPassesOverSites(propagator, sites, {
      from: addMs(from, -MS_PER_H),
      to: addMs(to, MS_PER_H),
      minElevation,
    });

    it.each(stations.map((station, index) => ({ station, index })))(
      'over $station.station',
      ({ station, index }) => {
        const expected = station[`min_elevation_${minimum}`];
        expect(station.near_threshold).toEqual([]);
        expect(found[index]).toHaveLength(expected.length);
        expect(expected.length).toBeGreaterThan(3);

        const inWindow = whole[index]?.filter(({ aos, los }) => los > from && aos < to) ?? [];
        for (const [order, reference] of expected.entries()) {
          const [pass, cut] = [inWindow[order], found[index]?.[order]];
          if (!pass || !cut) throw new Error(`no pass at ${reference.tca}`);
          if (!reference.grazing) {
            expect(withinMs(pass.aos, reference.aos_unix)).toBeLessThan(MS_PER_S);
            expect(withinMs(pass.los, reference.los_unix)).toBeLessThan(MS_PER_S);
            expect(angleApart(pass.aosAzimuth, reference.aos_azimuth)).toBeLessThan(0.05);
            expect(angleApart(pass.losAzimuth, reference.los_azimuth)).toBeLessThan(0.05);
          }
          expect(withinMs(pass.tca, reference.tca_unix)).toBeLessThan(2 * MS_PER_S);
          expect(Math.abs(pass.maxElevation - reference.max_elevation)).toBeLessThan(0.01);

          expect(cut.startsBefore).toBe(reference.starts_before_window);
          expect(cut.endsAfter).toBe(reference.ends_after_window);
          expect(cut.aos).toBe(Math.max(pass.aos, from));
          expect(cut.los).toBe(Math.min(pass.los, to));
        }
      },
    );
  });
});

/** Orbits 250 to 1,500 km up, of any inclination, nearly circular. */
const lowOrbit = fc
  .record({
    MEAN_MOTION: fc.double({ min: 12.5, max: 16, noNaN: true }),
    ECCENTRICITY: fc.double({ min: 0, max: 0.005, noNaN: true }),
    INCLINATION: fc.double({ min: 0, max: 180, noNaN: true }),
    RA_OF_ASC_NODE: fc.double({ min: 0, max: 360, noNaN: true }),
    ARG_OF_PERICENTER: fc.double({ min: 0, max: 360, noNaN: true }),
    MEAN_ANOMALY: fc.double({ min: 0, max: 360, noNaN: true }),
  })
  .map((elements): OrbitalElements => ({ ...ORBITAL_ELEMENTS.orbita, ...elements }));

const anySite = fc
  .tuple(
    fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90)),
    fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180)),
  )
  .map((place) => siteAt(...place));

const anyMask = fc.oneof(
  fc.double({ min: 0, max: 30, noNaN: true }),
  fc.double({ min: 30, max: 88, noNaN: true }),
);

const T0 = epochMs(Date.UTC(2026, 10, 20, 6, 0, 17));

describe('any low orbit over any site', () => {
  it('has passes in order and disjoint, with the mask at their ends and the maximum at TCA (seed 1)', () => {
    let seen = 0;
    fc.assert(
      fc.property(lowOrbit, anySite, anyMask, (elements, site, mask) => {
        const propagator = propagate(elements);
        const [from, to] = [T0, addMs(T0, MS_PER_DAY)];
        const found = findPasses(propagator, site, { from, to, minElevation: degrees(mask) });
        let previousEnd = from;
        for (const pass of found) {
          seen++;
          expect(pass.aos).toBeGreaterThanOrEqual(previousEnd);
          expect(pass.los).toBeGreaterThan(pass.aos);
          expect(pass.los).toBeLessThanOrEqual(to);
          previousEnd = pass.los;

          const elevation = (time: EpochMs): number => elevationAt(propagator, site, time);
          if (pass.startsBefore) expect(pass.aos).toBe(from);
          else expect(Math.abs(elevation(pass.aos) - mask)).toBeLessThan(0.001);
          if (pass.endsAfter) expect(pass.los).toBe(to);
          else expect(Math.abs(elevation(pass.los) - mask)).toBeLessThan(0.001);

          expect(Math.abs(elevation(pass.tca) - pass.maxElevation)).toBeLessThan(0.001);
          expect(pass.tca).toBeGreaterThanOrEqual(pass.aos);
          expect(pass.tca).toBeLessThanOrEqual(pass.los);
          for (let share = 0; share <= 1; share += 0.02) {
            const time = epochMs(pass.aos + share * (pass.los - pass.aos));
            expect(elevation(time)).toBeLessThan(pass.maxElevation + 0.001);
          }
          const tcaAzimuth = azimuthOf(site, placeAt(propagator, pass.tca));
          const error =
            angleApart(pass.tcaAzimuth, tcaAzimuth) * Math.cos((pass.maxElevation * Math.PI) / 180);
          expect(error).toBeLessThan(0.001);
        }
      }),
      { numRuns: 30, seed: 1 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('misses no pass: brute force at 1 s over 5 h (seed 2)', () => {
    let seen = 0;
    fc.assert(
      fc.property(lowOrbit, anySite, anyMask, (elements, site, mask) => {
        const propagator = propagate(elements);
        const [from, to] = [T0, addMs(T0, 5 * MS_PER_H)];
        const found = findPasses(propagator, site, { from, to, minElevation: degrees(mask) });
        const [stretches = []] = lookEachSecond(propagator, [{ site, mask }], from, to);
        seen += stretches.length;
        // Tolerates some milliseconds of interpolation error; a pass shorter than a second has no stretch.
        const withStretch = found.filter((pass) => stretches.some((stretch) => covers(pass, stretch, 10)));
        expect(withStretch).toHaveLength(stretches.length);
        for (const pass of found) {
          if (pass.los - pass.aos > 1020) expect(withStretch).toContain(pass);
        }
      }),
      { numRuns: 25, seed: 2 },
    );
    expect(seen).toBeGreaterThan(25);
  });

  it('has passes between two samples: seconds near the zenith (seed 3)', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(lowOrbit, share, (elements, when) => {
        const propagator = propagate(elements);
        const time = epochMs(T0 + when * MS_PER_H);
        const { latitude, longitude } = ecefToGeodetic(placeAt(propagator, time));
        const found = findPasses(propagator, siteAt(latitude, longitude), {
          from: addMs(time, -20 * MS_PER_MIN),
          to: addMs(time, 20 * MS_PER_MIN),
          minElevation: degrees(89),
        });
        expect(found).toHaveLength(1);
        expect(found[0]?.maxElevation).toBeGreaterThan(89.9);
        expect(Math.abs((found[0]?.tca ?? 0) - time)).toBeLessThan(50);
      }),
      { seed: 3 },
    );
  });
});

const GEOSTATIONARY: OrbitalElements = {
  ...ORBITAL_ELEMENTS.orbita,
  OBJECT_NAME: 'GEO',
  EPOCH: '2026-11-20T00:00:00',
  MEAN_MOTION: 1.002_737_9,
  ECCENTRICITY: 0.0001,
  INCLINATION: 0.02,
};

describe('a geostationary satellite', () => {
  const propagator = propagate(GEOSTATIONARY);
  const search = { from: T0, to: addMs(T0, MS_PER_DAY), minElevation: degrees(0) };
  const { longitude } = ecefToGeodetic(placeAt(propagator, T0));

  it('never sets for observers within its footprint', () => {
    const site = siteAt(35, longitude + 20);
    const found = findPasses(propagator, site, search);
    expect(found).toMatchObject([{ aos: search.from, los: search.to, startsBefore: true, endsAfter: true }]);
    const highest = found[0]?.maxElevation ?? 0;
    for (let time = search.from; time <= search.to; time = addMs(time, 5 * MS_PER_MIN)) {
      expect(elevationAt(propagator, site, time)).toBeLessThan(highest + 1e-6);
    }
  });

  it('never rises for other observers', () => {
    expect(findPasses(propagator, siteAt(35, longitude + 180), search)).toEqual([]);
    expect(findPasses(propagator, siteAt(90, 0), search)).toEqual([]);
  });
});

describe('a satellite that turns in the sky', () => {
  it('has all passes found: an eccentric half-day orbit against brute force at 20 s', () => {
    const propagator = propagate({
      ...GEOSTATIONARY,
      MEAN_MOTION: 2.006,
      ECCENTRICITY: 0.7,
      INCLINATION: 63.4,
      ARG_OF_PERICENTER: 270,
    });
    const places = Array.from({ length: (2 * MS_PER_DAY) / (20 * MS_PER_S) + 1 }, (_, index) => {
      const time = addMs(T0, index * 20 * MS_PER_S);
      return { time, place: placeAt(propagator, time) };
    });
    for (const latitude of [-80, -30, 0, 30, 60, 85]) {
      for (const minElevation of [0, 30, 60].map(degrees)) {
        const site = siteAt(latitude, 100);
        const found = findPasses(propagator, site, { from: T0, to: addMs(T0, 2 * MS_PER_DAY), minElevation });
        const wrong: string[] = [];
        for (const { time, place } of places) {
          const elevation = elevationOf(site, place);
          if (Math.abs(elevation - minElevation) < 0.01) continue;
          const pass = found.find(({ aos, los }) => aos <= time && time <= los);
          const isRight = (pass !== undefined) === elevation > minElevation;
          if (!isRight || !(elevation < (pass?.maxElevation ?? 90) + 0.001))
            wrong.push(new Date(time).toISOString());
        }
        expect(wrong, `at ${latitude}° above ${minElevation}°`).toEqual([]);
      }
    }
  });
});

describe('a search', () => {
  const propagator = propagate(ORBITAL_ELEMENTS.orbita);
  const sites = [siteAt(29.55, -95.1), siteAt(40.4, -4.2), siteAt(-35.4, 149), siteAt(46, 63.3)];
  const search = { from: T0, to: addMs(T0, MS_PER_DAY), minElevation: degrees(5) };

  it('costs less than one SGP4 evaluation for 2 minutes for four sites, and a third of that for one', () => {
    const [one, four] = [counting(propagator), counting(propagator)];
    findPasses(one.propagator, siteAt(29.55, -95.1), search);
    findPassesOverSites(four.propagator, sites, search);
    expect(one.count()).toBeLessThan(729 / 3);
    expect(four.count()).toBeLessThan(729);
  });

  it('over several sites finds what searches over each of them find', () => {
    const together = findPassesOverSites(propagator, sites, search);
    expect(together.flat().length).toBeGreaterThan(12);
    expect(together).toEqual(sites.map((site) => findPasses(propagator, site, search)));
  });

  it('finds the same passes to the bit as one that begins and ends elsewhere', () => {
    const site = siteAt(40.4, -4.2);
    const early = findPasses(propagator, site, search);
    const later = findPasses(propagator, site, {
      ...search,
      from: addMs(search.from, 12_345_678),
      to: addMs(search.to, 12_345_678),
    });
    const common = later.filter(({ startsBefore, los }) => !startsBefore && los < search.to);
    expect(common.length).toBeGreaterThan(2);
    for (const pass of common) expect(early).toContainEqual(pass);
  });

  it('ends where the orbit ends', () => {
    // Vallado's satellite 29141, "last stage of decay - lost in under 420 min".
    const elements = unwrap(
      readTle(
        '1 29141U 85108AA  06170.26783845  .99999999  00000-0  13519-0 0   718',
        '2 29141  82.4288 273.4882 0015848 277.2124  83.9133 15.93343074  6828',
      ),
    );
    const decaying = propagate(elements);
    const from = decaying.epoch;
    const site = siteAt(90, 0);
    const found = findPasses(decaying, site, { from, to: addMs(from, MS_PER_DAY), minElevation: degrees(0) });
    expect(found.length).toBeGreaterThan(2);
    for (const { los } of found) expect(los).toBeLessThan(from + 440 * MS_PER_MIN);
    const after = addMs(from, 600 * MS_PER_MIN);
    const none = { from: after, to: addMs(after, MS_PER_DAY), minElevation: degrees(0) };
    expect(findPasses(decaying, site, none)).toEqual([]);
    expect(findPassesOverSites(decaying, [site, siteAt(0, 0)], none)).toEqual([[], []]);
  });

  it('of no time finds nothing', () => {
    expect(findPasses(propagator, siteAt(0, 0), { ...search, to: search.from })).toEqual([]);
    expect(findPasses(propagator, siteAt(0, 0), { ...search, to: addMs(search.from, -1) })).toEqual([]);
    expect(findPassesOverSites(propagator, [], search)).toEqual([]);
  });
});
