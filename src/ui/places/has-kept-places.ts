/** Key of one's own places in the browser's storage. */
export const PLACES_KEY = 'orbita.places';

/**
 * Whether this visit has places beside the specified ones: kept in this browser, or in the address.
 * @param storage throws where it is blocked
 */
export function hasPlaces(storage: () => Storage, query: URLSearchParams): boolean {
  if (query.has('observer')) return true;
  try {
    return storage().getItem(PLACES_KEY) !== null;
  } catch {
    return false;
  }
}
