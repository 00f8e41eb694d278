import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import {
  ecefToGeodetic,
  geodeticToEcef,
  greenwichSiderealTime,
  inertialSpeedKmPerS,
  stateToEcef,
} from '../../../../src/shared/orbit/frames.ts';
import positions from '../../../reference/positions.json';
import { angleApart, FLIGHTS, named, unixTime } from './flights.ts';

describe('geodetic coordinates', () => {
  it.each([
    [0, 0, 0],
    [51.5, -0.1, 0.03],
    [-35.4, 148.98, 430],
    [89.999_999, 12, 430],
    [90, 0, 430],
    [-90, 0, 0],
    [12, 180, 36_000],
  ])('survive the way to ECEF and back at %d, %d, %d km', (latitude, longitude, altitudeKm) => {
    const back = ecefToGeodetic(
      geodeticToEcef({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm }),
    );
    expect(back.latitude).toBeCloseTo(latitude, 8);
    expect(back.altitudeKm).toBeCloseTo(altitudeKm, 6);
    if (Math.abs(latitude) < 90) expect(angleApart(back.longitude, longitude)).toBeLessThan(1e-6);
  });
});

describe.each(FLIGHTS)('the speed of $name from its $form', ({ name, propagator }) => {
  const { samples } = named(positions.satellites, name);

  it.each(samples)(
    'relative to the stars, computed from the rotating Earth, is the reference’s at $utc',
    (sample) => {
      const time = unixTime(sample.timestamp);
      const state = propagator.stateAt(time);
      if (!state) throw new Error('no state');
      const speed = inertialSpeedKmPerS(stateToEcef(state, greenwichSiderealTime(time)));
      // Effect of the tests' position tolerance, 0.02 km, on an orbit's speed, plus the file's rounding.
      expect(Math.abs(speed - sample.speed_km_s)).toBeLessThan(0.000_03);
    },
  );
});
