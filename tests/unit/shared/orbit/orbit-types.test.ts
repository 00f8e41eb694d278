import { describe, expect, it } from 'vitest';
import { addMs, degrees, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import type { StateTeme } from '../../../../src/shared/orbit/frames.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { lookAngles } from '../../../../src/shared/orbit/observer.ts';
import { findPassesOverSites } from '../../../../src/shared/orbit/passes.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import reference from '../../../reference/orbits.json';
import { angleApart, propagate, siteAt, unixTime, unwrap } from './flights.ts';

const SITES = reference.sites.map(({ latitude, longitude, heightM }) =>
  siteAt(latitude, longitude, heightM / 1000),
);

const propagateTle = ([line1 = '', line2 = '']: readonly string[]): Propagator =>
  propagate(unwrap(readTle(line1, line2)));

function stateOf({ stateAt }: Propagator, time: EpochMs): StateTeme {
  const state = stateAt(time);
  if (!state) throw new Error('no state');
  return state;
}

/** Compares position in km and velocity in km/s with a row of the reference: minutes since the epoch, both vectors. */
function expectState(propagator: Propagator, [minutes = Number.NaN, ...row]: readonly number[]): void {
  const { positionTeme: p, velocityTeme: v } = stateOf(
    propagator,
    addMs(propagator.epoch, minutes * MS_PER_MIN),
  );
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = row;
  expect(Math.hypot(p.x - x, p.y - y, p.z - z), `km after ${minutes} min`).toBeLessThan(0.000_01);
  expect(Math.hypot(v.x - vx, v.y - vy, v.z - vz), `km/s after ${minutes} min`).toBeLessThan(0.000_000_01);
}

describe.each(reference.orbits)('an orbit against the reference: $name', (orbit) => {
  const propagator = propagateTle(orbit.tle);

  it('has its states, from a week before the epoch to a month after', () => {
    expect(orbit.states).toHaveLength(14);
    for (const row of orbit.states) expectState(propagator, row);
  });

  it('is at its place on the Earth and in the skies of four sites', () => {
    expect(orbit.samples).toHaveLength(5);
    for (const { time, geodetic, looks } of orbit.samples) {
      const at = unixTime(time);
      const ecef = stateToEcef(stateOf(propagator, at), greenwichSiderealTime(at));
      const { latitude, longitude, altitudeKm } = ecefToGeodetic(ecef.positionEcef);
      const [expectedLatitude = 0, expectedLongitude = 0, expectedKm = 0] = geodetic;
      expect(Math.abs(latitude - expectedLatitude)).toBeLessThan(0.005);
      expect(angleApart(longitude, expectedLongitude)).toBeLessThan(0.005);
      expect(Math.abs(altitudeKm - expectedKm)).toBeLessThan(0.05);
      for (const [index, site] of SITES.entries()) {
        const [azimuth = 0, elevation = 0, rangeKm = 0, rangeRate = 0] = looks[index] ?? [];
        const look = lookAngles(site, ecef);
        const cosine = Math.cos((elevation * Math.PI) / 180);
        expect(Math.abs(look.elevation - elevation)).toBeLessThan(0.01);
        expect(angleApart(look.azimuth, azimuth) * cosine).toBeLessThan(0.01);
        expect(Math.abs(look.rangeKm - rangeKm)).toBeLessThan(0.1);
        expect(Math.abs(look.rangeRateKmPerS - rangeRate)).toBeLessThan(0.001);
      }
    }
  });

  it('rises and sets there when it does in the reference', () => {
    const [from, to] = [unixTime(orbit.from), unixTime(orbit.to)];
    const minElevation = degrees(reference.maskDeg);
    const found = findPassesOverSites(propagator, SITES, { from, to, minElevation });
    for (const [index, { rises, sets }] of orbit.passes.entries()) {
      const passes = found[index] ?? [];
      const begun = passes.filter(({ startsBefore }) => !startsBefore).map(({ aos }) => aos);
      const ended = passes.filter(({ endsAfter }) => !endsAfter).map(({ los }) => los);
      expect(begun).toHaveLength(rises.length);
      expect(ended).toHaveLength(sets.length);
      for (const [order, time] of [...rises, ...sets].entries()) {
        expect(Math.abs(([...begun, ...ended][order] ?? 0) - unixTime(time))).toBeLessThan(MS_PER_S);
      }
    }
  });
});

it('the orbits of the reference have passes', () => {
  const rises = reference.orbits.flatMap(({ passes }) => passes.flatMap((site) => site.rises));
  expect(rises.length).toBeGreaterThan(100);
});

describe.each(reference.decaying)('an orbit that decays, against the reference: $tle.0', (orbit) => {
  const propagator = propagateTle(orbit.tle);

  it('has its states until it decays', () => {
    expect(orbit.states.length).toBeGreaterThan(4);
    for (const row of orbit.states) expectState(propagator, row);
  });

  it('has none from then on', () => {
    const lost = addMs(propagator.epoch, orbit.lostMin * MS_PER_MIN);
    expect(propagator.stateAt(lost)).toBeUndefined();
    expect(propagator.stateAt(addMs(lost, 30 * MS_PER_MIN))).toBeUndefined();
  });
});
