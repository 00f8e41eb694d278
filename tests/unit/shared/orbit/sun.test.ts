import { describe, expect, it } from 'vitest';
import {
  degrees,
  type EpochMs,
  type Radians,
  toDegrees,
  toRadians,
} from '../../../../src/shared/kit/units.ts';
import { temeToJ2000 } from '../../../../src/shared/orbit/celestial.ts';
import { greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import { eclipseFraction, subsolarPoint, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { angleBetween, dot, length, type Vector } from '../../../../src/shared/orbit/vector.ts';
import sun from '../../../reference/sun.json';
import { angleApart, siteAt, unixTime } from './flights.ts';

/** Places of the reference's `sun_elevation`. */
const PLACES = {
  Houston: [29.5502, -95.097],
  Madrid: [40.4314, -4.2481],
  Canberra: [-35.4014, 148.9817],
  Baikonur: [45.965, 63.305],
  'New York': [40.7128, -74.006],
  London: [51.5074, -0.1278],
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

  it('is in the zenith at the reference point', () => {
    const { latitude, longitude } = subsolarPoint(time);
    expect(Math.abs(latitude - sample.subsolar_latitude)).toBeLessThan(0.02);
    expect(angleApart(longitude, sample.subsolar_longitude)).toBeLessThan(0.03);
  });

  it('has the reference elevation', () => {
    for (const [name, [latitude, longitude]] of Object.entries(PLACES)) {
      const expected = sample.sun_elevation[name as keyof typeof PLACES];
      const found = sunElevation(latitude, longitude, time);
      // The sub-solar point may be off by 0.02° in latitude and 0.03° in longitude.
      expect(Math.abs(found - expected), name).toBeLessThan(0.036);
    }
  });

  it('has the reference distance', () => {
    expect(Math.abs(length(sunPositionAu(time)) - sample.distance_au)).toBeLessThan(0.0001);
  });

  it('is on the horizon all along the terminator', () => {
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
    // Five terms of nutation leave 0.00004°; the rest is the constant between J2000 and ICRS, and rounding.
    expect(error).toBeLessThan(0.000_06);
  });
});

describe('the eclipse fraction', () => {
  /** Distance of the Sun as in July. */
  const SUN_AU = 1.017;
  const SUN: Vector = { x: SUN_AU, y: 0, z: 0 };
  const EARTH_KM = 6378.135;
  const SUN_DISTANCE_KM = SUN_AU * 149_597_870.7;
  const SUN_KM = 695_700;

  /** Returns the share at a distance behind the Earth, and another off the shadow's axis. */
  const shareAt = (behindKm: number, offAxisKm: number): number =>
    eclipseFraction(SUN, { x: -behindKm, y: 0.6 * offAxisKm, z: -0.8 * offAxisKm });

  // By similar triangles: where the rays pass that touch Earth and Sun on the same side, and on opposite sides.
  const umbraKm = (behindKm: number): number => EARTH_KM - (behindKm * (SUN_KM - EARTH_KM)) / SUN_DISTANCE_KM;
  const penumbraKm = (behindKm: number): number =>
    EARTH_KM + (behindKm * (SUN_KM + EARTH_KM)) / SUN_DISTANCE_KM;

  it('is none on the side of the Sun', () => {
    for (const y of [0, 100, 7000]) expect(eclipseFraction(SUN, { x: 6800, y, z: 0 })).toBe(0);
    expect(eclipseFraction(SUN, { x: 0, y: 6800, z: 0 })).toBe(0);
  });

  it.each([2000, 6800, 20_000, 42_164, 200_000])(
    'is whole within the umbra and none beyond the penumbra, %d km behind the Earth',
    (behindKm) => {
      // The cones touch a sphere, the triangles a plane through its centre: a kilometre near the Earth.
      const marginKm = 1 + behindKm / 1000;
      expect(shareAt(behindKm, 0)).toBe(1);
      expect(shareAt(behindKm, umbraKm(behindKm) - marginKm)).toBe(1);
      expect(shareAt(behindKm, umbraKm(behindKm) + marginKm)).toBeLessThan(1);
      expect(shareAt(behindKm, penumbraKm(behindKm) - marginKm)).toBeGreaterThan(0);
      expect(shareAt(behindKm, penumbraKm(behindKm) + marginKm)).toBe(0);
    },
  );

  it('grows from the edge of the penumbra to that of the umbra, half of it between them', () => {
    const behindKm = 42_164;
    const [inner, outer] = [umbraKm(behindKm), penumbraKm(behindKm)];
    const shares = Array.from({ length: 21 }, (_, index) =>
      shareAt(behindKm, outer + ((inner - outer) * index) / 20),
    );
    for (const [index, share] of shares.entries()) {
      if (index > 0) expect(share).toBeGreaterThanOrEqual(shares[index - 1] ?? 1);
    }
    expect(shares[10]).toBeCloseTo(0.5, 1);
  });
});
