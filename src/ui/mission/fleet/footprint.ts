import { acos, cos } from '../../../shared/kit/math.ts';
import { type Degrees, degrees, type Radians, toDegrees, toRadians } from '../../../shared/kit/units.ts';
import { MEAN_EARTH_RADIUS_KM } from '../../../shared/orbit/constants.ts';

/**
 * Geocentric angular radius of the circle on the ground within which a satellite is above an elevation: 0 to
 * 90 for elevations from 0 up. The Earth is a sphere, and the altitude is in km from 0 up.
 */
export function horizonRadius(altitudeKm: number, minElevation: Degrees = degrees(0)): Degrees {
  const elevation = toRadians(minElevation);
  const cosine = (MEAN_EARTH_RADIUS_KM * cos(elevation)) / (MEAN_EARTH_RADIUS_KM + altitudeKm);
  return toDegrees((acos(cosine) - elevation) as Radians);
}
