import { acos, cos } from '../../../shared/kit/math.ts';
import { type Degrees, degrees, type Radians, toDegrees, toRadians } from '../../../shared/kit/units.ts';
import { MEAN_EARTH_RADIUS_KM } from '../../../shared/orbit/constants.ts';

/**
 * Returns the geocentric angular radius of the ground circle within which a satellite is above an elevation: 0° to
 * 90° for elevations from 0°. The Earth is a sphere, and the altitude is at least 0 km.
 */
export function horizonRadius(altitudeKm: number, minElevation: Degrees = degrees(0)): Degrees {
  const elevation = toRadians(minElevation);
  const cosine = (MEAN_EARTH_RADIUS_KM * cos(elevation)) / (MEAN_EARTH_RADIUS_KM + altitudeKm);
  return toDegrees((acos(cosine) - elevation) as Radians);
}
