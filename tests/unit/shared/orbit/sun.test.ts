import { describe, expect, it } from 'vitest';
import { temeToJ2000 } from '../../../../src/shared/orbit/celestial.ts';
import { greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import { subsolarPoint, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { angleBetween, dot, length, type Vector } from '../../../../src/shared/orbit/vector.ts';
import { degrees, type EpochMs, type Radians, toDegrees, toRadians } from '../../../../src/shared/units.ts';
import sun from '../../../reference/sun.json';
import { angleApart, siteAt, unixTime } from './flights.ts';

/** Where the reference's `sun_elevation` is taken. */
const PLACES = {
  Houston: siteAt(29.5502, -95.097),
  Madrid: siteAt(40.4314, -4.2481),
  Canberra: siteAt(-35.4014, 148.9817),
  Baikonur: siteAt(45.965, 63.305),
  'New York': siteAt(40.7128, -74.006),
  London: siteAt(51.5074, -0.1278),
} as const;

function sunElevation(latitude: number, longitude: number, time: EpochMs): number {
  const sunEcef = temeToEcef(sunPositionAu(time), greenwichSiderealTime(time));
  return toDegrees(Math.asin(dot(sunEcef, siteAt(latitude, longitude).upEcef) / length(sunEcef)) as Radians);
}

const direction = (ra: number, dec: number): Vector => {
  const [a, d] = [toRadians(degrees(ra)), toRadians(degrees(dec))];
  return { x: Math.cos(d) * Math.cos(a), y: Math.cos(d) * Math.sin(a), z: Math.sin(d) };
};

describe.each(sun.samples)('the Sun at $utc', (sample) => {
  const time = unixTime(sample.timestamp);

  it('stands in the zenith where it should', () => {
    const { latitude, longitude } = subsolarPoint(time);
    expect(Math.abs(latitude - sample.subsolar_latitude)).toBeLessThan(0.02);
    expect(angleApart(longitude, sample.subsolar_longitude)).toBeLessThan(0.03);
  });

  it('stands as high as it should', () => {
    for (const [name, { observer }] of Object.entries(PLACES)) {
      const expected = sample.sun_elevation[name as keyof typeof PLACES];
      const found = sunElevation(observer.latitude, observer.longitude, time);
      // The sub-solar point may be off by 0.02° in latitude and 0.03° in longitude.
      expect(Math.abs(found - expected), name).toBeLessThan(0.036);
    }
  });

  it('stands on the horizon all along the terminator', () => {
    expect(sample.terminator.length).toBeGreaterThan(0);
    for (const [longitude = Number.NaN, latitude = Number.NaN] of sample.terminator) {
      expect(Math.abs(sunElevation(latitude, longitude, time))).toBeLessThan(0.036);
    }
  });

  it('is turned to J2000 as the reference turns it', () => {
    const equationOfEquinoxes = sample.gast_deg - sample.gmst_deg;
    const teme = direction(sample.sun_ra_date - equationOfEquinoxes, sample.sun_dec_date);
    const j2000 = direction(sample.sun_ra_j2000, sample.sun_dec_j2000);
    const error = toDegrees(angleBetween(temeToJ2000(teme, time), j2000) as Radians);
    // Four terms of nutation leave 0.00004°, the constant between J2000 and ICRS a little, the rounding the rest.
    expect(error).toBeLessThan(0.000_1);
  });
});
