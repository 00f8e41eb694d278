import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees, type Radians, toDegrees, toRadians } from '../../../../../src/shared/kit/units.ts';
import { MEAN_EARTH_RADIUS_KM } from '../../../../../src/shared/orbit/constants.ts';
import { horizonRadius } from '../../../../../src/ui/mission/fleet/footprint.ts';

/** Returns a satellite's elevation on a sphere, at an angular distance from its ground point. */
function elevationAt(distance: number, altitudeKm: number): number {
  const angle = toRadians(degrees(distance));
  const radius = MEAN_EARTH_RADIUS_KM + altitudeKm;
  const up = radius * Math.cos(angle) - MEAN_EARTH_RADIUS_KM;
  return toDegrees(Math.atan2(up, radius * Math.sin(angle)) as Radians);
}

const altitude = fc.double({ min: 100, max: 400_000, noNaN: true });
const mask = fc.double({ min: 0, max: 89, noNaN: true });

describe('the footprint', () => {
  it('has the minimum elevation at its rim, more inside and less outside', () => {
    fc.assert(
      fc.property(altitude, mask, (altitudeKm, minElevation) => {
        const radius = horizonRadius(altitudeKm, degrees(minElevation));
        expect(elevationAt(radius, altitudeKm)).toBeCloseTo(minElevation, 6);
        expect(elevationAt(radius * 0.99, altitudeKm)).toBeGreaterThan(minElevation);
        expect(elevationAt(radius * 1.01, altitudeKm)).toBeLessThan(minElevation);
      }),
      { seed: 1 },
    );
  });

  it('covers the share of the globe that a cap of its radius has: h / 2(R + h)', () => {
    fc.assert(
      fc.property(altitude, (altitudeKm) => {
        const share = (1 - Math.cos(toRadians(horizonRadius(altitudeKm)))) / 2;
        expect(share).toBeCloseTo(altitudeKm / (2 * (MEAN_EARTH_RADIUS_KM + altitudeKm)), 9);
      }),
      { seed: 2 },
    );
  });

  it('is a point for a satellite on the ground, and less than a hemisphere for any', () => {
    expect(horizonRadius(0)).toBe(0);
    expect(horizonRadius(1e9)).toBeLessThan(90);
  });

  it('of a geostationary satellite ends at 81.3°', () => {
    expect(horizonRadius(35_786)).toBeCloseTo(81.3, 1);
  });
});
