/** Key of the list of added satellites in the browser's storage. */
export const SATELLITES_KEY = 'orbita.satellites';

/** Whether this browser keeps added satellites. @param storage throws where it is blocked */
export function hasKeptSatellites(storage: () => Storage): boolean {
  try {
    return storage().getItem(SATELLITES_KEY) !== null;
  } catch {
    return false;
  }
}
