import { describe, expect, it } from 'vitest';
import { ecefToGeodetic, geodeticToEcef } from '../../../../src/shared/orbit/frames.ts';
import { degrees } from '../../../../src/shared/units.ts';
import { angleApart } from './flights.ts';

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
