import { type Degrees, degrees, type Radians, toDegrees, toRadians } from '../units.ts';

/** The mean radius of the Earth (IUGG R₁), the sphere on which footprints are drawn. */
export const MEAN_EARTH_RADIUS_KM = 6371.0088;

/**
 * Geocentric angular radius of the circle on the ground within which a satellite is above an elevation: 0 to
 * 90 for elevations from 0 up. The Earth is a sphere, and the altitude is in km from 0 up.
 */
export function horizonRadius(altitudeKm: number, minElevation: Degrees = degrees(0)): Degrees {
  const elevation = toRadians(minElevation);
  const cosine = (MEAN_EARTH_RADIUS_KM * Math.cos(elevation)) / (MEAN_EARTH_RADIUS_KM + altitudeKm);
  return toDegrees((Math.acos(cosine) - elevation) as Radians);
}
