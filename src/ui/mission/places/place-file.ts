import { LONGEST_PLACE_NAME } from '../../../shared/contract/places-schema.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { placeData, readPlaceData } from './place-data.ts';
import { MOST_PLACES, type PlaceDraft } from './place-list.ts';

const FORMAT = 'orbita-places';
const VERSION = 1;

/** Largest file that is read, in bytes: a hundred places take some 20 kB. */
export const MOST_FILE_BYTES = 256 * 1024;

/** One's own places as a file. */
export const placeFile = (places: readonly PlaceDraft[]): ExportFile => ({
  name: 'orbita-places.json',
  type: 'application/json;charset=utf-8',
  text: `${JSON.stringify({ format: FORMAT, version: VERSION, places: places.map(placeData) }, undefined, 2)}\n`,
});

const FOREIGN = failed('This is not a file of places exported by this page.');

/** The places of a file, all of them or none; a refusal says why. */
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

/** The name of a refused place, if it has a usable one: ` "Berlin"`. */
function nameIn(data: unknown): string {
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name.length <= LONGEST_PLACE_NAME
    ? ` ${JSON.stringify(isolated(name))}`
    : '';
}
