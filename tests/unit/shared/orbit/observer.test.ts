import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees, toRadians } from '../../../../src/shared/kit/units.ts';
import { geodeticToEcef } from '../../../../src/shared/orbit/frames.ts';
import {
  azimuthOf,
  elevationOf,
  heightAboveMask,
  lookAngles,
  siteOf,
} from '../../../../src/shared/orbit/observer.ts';
import { cross, dot, length, subtract, type Vector } from '../../../../src/shared/orbit/vector.ts';
import { angleApart, siteAt } from './flights.ts';

const AT_REST: Vector = { x: 0, y: 0, z: 0 };

const placeAt = (latitude: number, longitude: number, altitudeKm: number): Vector =>
  geodeticToEcef({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm });

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const latitude = fc.oneof(real(-90, 90), fc.constantFrom(-90, 0, 90));
const longitude = fc.oneof(real(-180, 180), fc.constantFrom(-180, 0, 180));
const site = fc.tuple(latitude, longitude, real(-0.4, 8)).map((place) => siteAt(...place));
const vector = (size: number) =>
  fc.record({ x: real(-size, size), y: real(-size, size), z: real(-size, size) });

describe('a site', () => {
  it('has a right-handed sky: east, north, up', () => {
    fc.assert(
      fc.property(site, ({ eastEcef, northEcef, upEcef }) => {
        expect(length(subtract(cross(eastEcef, northEcef), upEcef))).toBeLessThan(1e-12);
        expect(Math.abs(dot(eastEcef, northEcef))).toBeLessThan(1e-12);
        expect(length(upEcef)).toBeCloseTo(1, 12);
      }),
      { seed: 1 },
    );
  });

  it('has the zenith overhead at any latitude', () => {
    fc.assert(
      fc.property(latitude, longitude, real(1, 40_000), (phi, lambda, altitudeKm) => {
        const { elevation, rangeKm } = lookAngles(siteAt(phi, lambda), {
          positionEcef: placeAt(phi, lambda, altitudeKm),
          velocityEcef: AT_REST,
        });
        expect(elevation).toBeGreaterThan(89.999);
        expect(rangeKm).toBeCloseTo(altitudeKm, 6);
      }),
      { seed: 2 },
    );
  });

  it.each([
    ['north', 40.1, 10, 0],
    ['east', 40, 10.1, 90],
    ['south', 39.9, 10, 180],
    ['west', 40, 9.9, 270],
  ])('sees in the %s a point in that direction', (_, phi, lambda, azimuth) => {
    expect(angleApart(azimuthOf(siteAt(40, 10), placeAt(phi, lambda, 1)), azimuth)).toBeLessThan(0.1);
  });

  it.each([
    [180, 'east', -179.9, 90],
    [-180, 'west', 179.9, 270],
    [540, 'west', 179.9, 270],
  ])('at %d° looks %s across the antimeridian', (lambda, _, targetLongitude, azimuth) => {
    const found = azimuthOf(siteAt(0, lambda), placeAt(0, targetLongitude, 1));
    expect(angleApart(found, azimuth)).toBeLessThan(0.1);
  });

  it('at a pole has every meridian at its longitude', () => {
    fc.assert(
      fc.property(longitude, longitude, fc.constantFrom(90, -90), (lambda, target, pole) => {
        const polarSite = siteAt(pole, lambda);
        const position = placeAt(pole * 0.9, target, 400);
        // From the north pole everything is south, and the observer's own meridian is due south.
        const expected = pole > 0 ? 180 - (target - lambda) : target - lambda;
        expect(angleApart(azimuthOf(polarSite, position), expected)).toBeLessThan(1e-6);
        expect(elevationOf(polarSite, position)).toBeCloseTo(elevationOf(siteAt(pole, 0), position), 9);
      }),
      { seed: 3 },
    );
  });
});

describe('look angles', () => {
  it('lead back to the position', () => {
    fc.assert(
      fc.property(site, vector(45_000), (from, positionEcef) => {
        fc.pre(length(subtract(positionEcef, from.positionEcef)) > 1);
        const { azimuth, elevation, rangeKm } = lookAngles(from, { positionEcef, velocityEcef: AT_REST });
        expect(azimuth).toBeGreaterThanOrEqual(0);
        expect(azimuth).toBeLessThan(360);
        const [a, e] = [toRadians(azimuth), toRadians(elevation)];
        const along = (axis: Vector, share: number): Vector => ({
          x: axis.x * share * rangeKm,
          y: axis.y * share * rangeKm,
          z: axis.z * share * rangeKm,
        });
        const parts = [
          along(from.eastEcef, Math.sin(a) * Math.cos(e)),
          along(from.northEcef, Math.cos(a) * Math.cos(e)),
          along(from.upEcef, Math.sin(e)),
        ];
        const reached = parts.reduce(
          (sum, part) => ({ x: sum.x + part.x, y: sum.y + part.y, z: sum.z + part.z }),
          from.positionEcef,
        );
        expect(length(subtract(reached, positionEcef))).toBeLessThan(1e-6);
      }),
      { seed: 4 },
    );
  });

  it('have the range rate with which the range grows', () => {
    fc.assert(
      fc.property(site, vector(45_000), vector(10), (from, positionEcef, velocityEcef) => {
        const rangeAt = (seconds: number): number => {
          const moved = {
            x: positionEcef.x + seconds * velocityEcef.x,
            y: positionEcef.y + seconds * velocityEcef.y,
            z: positionEcef.z + seconds * velocityEcef.z,
          };
          return length(subtract(moved, from.positionEcef));
        };
        fc.pre(rangeAt(0) > 100);
        const { rangeRateKmPerS } = lookAngles(from, { positionEcef, velocityEcef });
        expect(Math.abs(rangeRateKmPerS - (rangeAt(0.01) - rangeAt(-0.01)) / 0.02)).toBeLessThan(1e-5);
      }),
      { seed: 5 },
    );
  });

  it('have the same elevation as a separate computation, and the height above a mask has its sign', () => {
    fc.assert(
      fc.property(site, vector(45_000), real(-90, 90), (from, positionEcef, mask) => {
        const { elevation } = lookAngles(from, { positionEcef, velocityEcef: AT_REST });
        expect(elevationOf(from, positionEcef)).toBe(elevation);
        fc.pre(Math.abs(elevation - mask) > 1e-9);
        expect(heightAboveMask(from, degrees(mask))(positionEcef) > 0).toBe(elevation > mask);
      }),
      { seed: 6 },
    );
  });
});

describe('a place', () => {
  it('is at its site, always the same object', () => {
    const london = { latitude: degrees(51.5), longitude: degrees(-0.1), altitudeKm: 0.03 };
    const site = siteOf(london);
    expect(site.positionEcef).toEqual(geodeticToEcef(london));
    expect(siteOf(london)).toBe(site);
    expect(siteOf({ ...london, altitudeKm: 1 })).not.toEqual(site);
  });
});
