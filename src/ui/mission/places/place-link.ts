import type { Place } from '../../../shared/entities/place.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { degrees } from '../../../shared/kit/units.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import { OBSERVER_PARAMETER } from '../navigation/address.ts';
import { readHeight, readLatitude, readLongitude, toKilometres } from './coordinates.ts';
import { heightOf, placeName } from './place-data.ts';

const NAME = 'name';

/** Id of the observer of a link. */
export const LINK_ID = 'link';

/** Parts of the address are numbers with a decimal point: `52.52,13.40,34`. */
const NUMBER = /^-?\d{1,5}(?:\.\d{1,12})?$/;

/**
 * Reads the observer of an address, `?observer=52.52,13.40,34&name=Berlin`: latitude, longitude and height in
 * metres; height and name are optional. `undefined` for an address without one; a refusal states the problem.
 */
export function readObserverLink(query: URLSearchParams): Result<Place> | undefined {
  const text = query.get(OBSERVER_PARAMETER);
  if (text === null) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const [first = '', second = '', third = '0'] = parts;
  if (parts.length < 2 || parts.length > 3 || ![first, second, third].every((part) => NUMBER.test(part))) {
    return failed('An observer in a link is latitude, longitude and height in metres: 52.52,13.40,34.');
  }
  const [latitude, longitude, height] = [readLatitude(first), readLongitude(second), readHeight(third)];
  if (!latitude.ok) return latitude;
  if (!longitude.ok) return longitude;
  if (!height.ok) return height;
  return succeeded({
    id: LINK_ID,
    name:
      placeName(query.get(NAME) ?? '') ||
      `${formatLatitude(latitude.value)}, ${formatLongitude(longitude.value)}`,
    latitude: latitude.value,
    longitude: longitude.value,
    altitudeKm: toKilometres(height.value),
    mask: degrees(0),
  });
}

/** Returns the path, from the server's root, of a page that sees satellites from a place. */
export function observerPath(place: Place): string {
  const query = new URLSearchParams({ [NAME]: place.name });
  return `/?${OBSERVER_PARAMETER}=${place.latitude},${place.longitude},${heightOf(place)}&${query}`;
}

export function withoutObserver(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(OBSERVER_PARAMETER);
  next.delete(NAME);
  return next;
}
