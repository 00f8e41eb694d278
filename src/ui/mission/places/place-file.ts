import { LONGEST_PLACE_NAME } from '../../../shared/contract/places-schema.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { placeData, readPlaceData } from './place-data.ts';
import { MOST_PLACES, type PlaceDraft } from './place-list.ts';

const FORMAT = 'orbita-places';
const VERSION = 1;

/** Maximum file size in bytes: a hundred places take some 20 kB. */
export const MOST_FILE_BYTES = 256 * 1024;

/** Writes the user's own places to a file. */
export const placeFile = (places: readonly PlaceDraft[]): ExportFile => ({
  name: 'orbita-places.json',
  type: 'application/json;charset=utf-8',
  text: `${JSON.stringify({ format: FORMAT, version: VERSION, places: places.map(placeData) }, undefined, 2)}\n`,
});

const FOREIGN = failed('This is not a file of places exported by this page.');

/** Parses the places of a file, all or none; a refusal states the reason. */
export function readPlaceFile(text: string): Result<readonly PlaceDraft[]> {
  if (text.length > MOST_FILE_BYTES) return failed('The file is too large for a list of places.');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return FOREIGN;
  }
  if (typeof content !== 'object' || content === null) return FOREIGN;
  const { format, version, places } = content as Readonly<Record<string, unknown>>;
  if (format !== FORMAT) return FOREIGN;
  if (version !== VERSION) {
    return failed('The file is of another version of this page. Export it again with this one.');
  }
  if (!Array.isArray(places)) return failed('The file has no list of places.');
  if (places.length > MOST_PLACES) {
    return failed(`The file has ${places.length} places. A list has up to ${MOST_PLACES}.`);
  }
  const read: PlaceDraft[] = [];
  for (const [index, data] of (places as readonly unknown[]).entries()) {
    const place = readPlaceData(data);
    if (!place.ok)
      return failed(`Place ${index + 1}${nameIn(data)} of the file is not usable: ${place.message}.`);
    read.push(place.value);
  }
  return read.length === 0 ? failed('The file has no places.') : succeeded(read);
}

/** Returns the name of a refused place, if it is usable: ` "Berlin"`. */
function nameIn(data: unknown): string {
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name.length <= LONGEST_PLACE_NAME
    ? ` ${JSON.stringify(isolated(name))}`
    : '';
}
