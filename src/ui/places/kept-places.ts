import { STATION_IDS } from '../../shared/stations.ts';
import { isTimeZone } from './local-time.ts';
import { placeData, readPlaceData } from './place-data.ts';
import { MOST_PLACES, type OwnPlace, observersOf, type PlaceList } from './place-list.ts';

const LONGEST_ID = 100;

function readOwnPlace(stored: unknown): readonly OwnPlace[] {
  const read = readPlaceData(stored);
  if (!read.ok) return [];
  const { id, isShown } = stored as { readonly id?: unknown; readonly isShown?: unknown };
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return [];
  return [{ ...read.value, id, isShown: isShown !== false }];
}

/** The list from a stored text; what is damaged in it is left out. */
export function readKept(text: string | null): PlaceList {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return { places: [] };
  }
  const { places, observer, hidden, zone } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const read = Array.isArray(places) ? places.flatMap(readOwnPlace) : [];
  const list = { places: [...new Map(read.map((one) => [one.id, one])).values()].slice(0, MOST_PLACES) };
  const chosen = observersOf(list).find(({ id }) => id === observer);
  const hiddenIds = Array.isArray(hidden) ? STATION_IDS.filter((id) => hidden.includes(id)) : [];
  return {
    ...list,
    observer: chosen?.id,
    hidden: hiddenIds.length === 0 ? undefined : hiddenIds,
    zone: isTimeZone(zone) ? zone : undefined,
  };
}

export const keptText = ({ places, observer, hidden, zone }: PlaceList): string =>
  JSON.stringify({
    places: places.map((place) => ({
      id: place.id,
      ...placeData(place),
      ...(!place.isShown && { isShown: false }),
    })),
    observer,
    hidden,
    zone,
  });
