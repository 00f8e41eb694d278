import { type Degrees, degrees, wrapLongitude } from '../kit/units.ts';

/** Longitudes of the geostationary relay satellites between the ground and ORBITA-1, degrees east. */
export const RELAY_LONGITUDES: readonly Degrees[] = [degrees(-45), degrees(75), degrees(-165)];

/** Altitude of all relays, in km. */
export const RELAY_ALTITUDE_KM = 35_786;

/** Returns the longitude of the relay nearest to a satellite, which carries the link between passes. */
export function nearestRelay(longitude: Degrees): Degrees {
  const away = RELAY_LONGITUDES.map((relay) => Math.abs(wrapLongitude(degrees(relay - longitude))));
  return RELAY_LONGITUDES[away.indexOf(Math.min(...away))] ?? degrees(0);
}
