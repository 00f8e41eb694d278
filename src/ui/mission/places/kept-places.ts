import { SATELLITE_IDS } from '../../../shared/entities/satellites.ts';
import { STATION_IDS } from '../../../shared/entities/stations.ts';
import { isTimeZone } from './local-time.ts';
import { placeData, readPlaceData } from './place-data.ts';
import { consistent, MOST_PLACES, type OwnPlace, type PlaceList } from './place-list.ts';

const LONGEST_ID = 100;

function readOwnPlace(stored: unknown): readonly OwnPlace[] {
  const read = readPlaceData(stored);
  if (!read.ok) return [];
  const { id, isShown } = stored as { readonly id?: unknown; readonly isShown?: unknown };
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return [];
  return [{ ...read.value, id, isShown: isShown !== false }];
}

/** Reads a stored list, without invalid entries. */
export function readKept(stored: unknown): PlaceList {
  const { places, observer, hidden, hiddenObservers, zone } = (stored ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const read = Array.isArray(places) ? places.flatMap(readOwnPlace) : [];
  const list = { places: [...new Map(read.map((one) => [one.id, one])).values()].slice(0, MOST_PLACES) };
  return consistent({
    ...list,
    observer: typeof observer === 'string' ? observer : undefined,
    hidden: readIds(STATION_IDS, hidden),
    hiddenObservers: readIds(SATELLITE_IDS, hiddenObservers),
    zone: isTimeZone(zone) ? zone : undefined,
  });
}

/** Returns the known ids that are stored; `undefined` if there are none. */
function readIds<Id extends string>(known: readonly Id[], stored: unknown): readonly Id[] | undefined {
  const ids = Array.isArray(stored) ? known.filter((id) => stored.includes(id)) : [];
  return ids.length === 0 ? undefined : ids;
}

/** Returns the data to store: none without places and choices. */
export function toKept({ places, observer, hidden, hiddenObservers, zone }: PlaceList) {
  // Specified observers are hidden only if one is chosen.
  if (places.length === 0 && [observer, hidden, zone].every((one) => one === undefined)) return undefined;
  const kept = places.map((place) => ({
    id: place.id,
    ...placeData(place),
    ...(!place.isShown && { isShown: false }),
  }));
  return { places: kept, observer, hidden, hiddenObservers, zone };
}
