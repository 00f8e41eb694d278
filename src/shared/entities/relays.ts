import { type Degrees, degrees, wrapLongitude } from '../kit/units.ts';

/** Geostationary relay satellites between the ground and ORBITA-1: degrees east, over the equator. */
export const RELAY_LONGITUDES: readonly Degrees[] = [degrees(-45), degrees(75), degrees(-165)];

/** Altitude of all relays, in km. */
export const RELAY_ALTITUDE_KM = 35_786;

/** Longitude of the relay that is nearest to a satellite over this longitude: it carries the link between passes. */
export function nearestRelay(longitude: Degrees): Degrees {
  const away = RELAY_LONGITUDES.map((relay) => Math.abs(wrapLongitude(degrees(relay - longitude))));
  return RELAY_LONGITUDES[away.indexOf(Math.min(...away))] ?? degrees(0);
}
