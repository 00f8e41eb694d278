import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { type ChosenPlaces, MOST_STATIONS } from '../../../shared/entities/places.ts';
import { SATELLITE_IDS, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { StationId } from '../../../shared/entities/stations.ts';

/** Most places of one's own. */
export const MOST_PLACES = 100;

/** An observer sees satellites; a ground station has a circle on the map and a row in the contact plan too. */
export type PlaceKind = 'observer' | 'station';

/** A place of the user's own. */
export interface OwnPlace extends Place {
  readonly kind: PlaceKind;
  /** A hidden place is on no map and in no choice. */
  readonly isShown: boolean;
}

/** A place as it is typed or found, without identity. */
export type PlaceDraft = Omit<OwnPlace, 'id' | 'isShown'>;

/** What this browser keeps. */
export interface PlaceList {
  /** In the order in which they were added. */
  readonly places: readonly OwnPlace[];
  /** The observer of both satellites, own or specified; without one each has its specified observer. */
  readonly observer?: PlaceId | undefined;
  /** Specified ground stations that the map does not show; all else keeps them. */
  readonly hidden?: readonly StationId[] | undefined;
  /** Satellites whose specified observer is in no choice; only where an observer is chosen. */
  readonly hiddenObservers?: readonly SatelliteId[] | undefined;
  /** IANA time zone whose time is shown beside UTC. */
  readonly zone?: string | undefined;
}

export const NO_PLACES: PlaceList = { places: [] };

/** The specified observers (spec §7, §9); they see satellites from the horizon on. */
export const SPECIFIED_OBSERVERS: readonly Place[] = SATELLITE_IDS.map((id) => SATELLITES[id].observer);

/** `New York City, London`: for which satellite each is, its row says. */
export const AS_SPECIFIED = SPECIFIED_OBSERVERS.map(({ name }) => name).join(', ');

/** The satellite whose specified observer a place is. */
export const specifiedFor = (id: PlaceId | undefined): SatelliteId | undefined =>
  SATELLITE_IDS.find((satellite) => SATELLITES[satellite].observer.id === id);

/** The specified observers that are not hidden. */
export const shownSpecified = ({ hiddenObservers = [] }: PlaceList): readonly Place[] =>
  SPECIFIED_OBSERVERS.filter(({ id }) => !hiddenObservers.some((one) => one === specifiedFor(id)));

/** Observers that can be chosen for both satellites. */
export const observersOf = (list: PlaceList): readonly Place[] => [
  ...shownSpecified(list),
  ...list.places.filter(({ kind, isShown }) => kind === 'observer' && isShown),
];

/** Each satellite has its specified observer. */
export const asSpecified = (list: PlaceList): PlaceList => ({
  ...list,
  observer: undefined,
  hiddenObservers: undefined,
});

/**
 * The list without a choice that it does not offer. Where a specified observer is hidden, the first observer that is left takes
 * the place of that choice, and without any the specified ones are back.
 */
export function consistent(list: PlaceList): PlaceList {
  const offered = observersOf(list);
  if (offered.some(({ id }) => id === list.observer)) return list;
  const [first] = offered;
  return list.hiddenObservers === undefined || !first ? asSpecified(list) : { ...list, observer: first.id };
}

export const addPlaces = (list: PlaceList, added: readonly OwnPlace[]): PlaceList => ({
  ...list,
  places: [...list.places, ...added].slice(0, MOST_PLACES),
});

export const changePlace = (list: PlaceList, id: PlaceId, change: Partial<Omit<OwnPlace, 'id'>>): PlaceList =>
  consistent({
    ...list,
    places: list.places.map((place) => (place.id === id ? { ...place, ...change } : place)),
  });

export const removePlace = (list: PlaceList, removed: PlaceId): PlaceList =>
  consistent({ ...list, places: list.places.filter(({ id }) => id !== removed) });

/** The specified places alone are in use; one's own stay in the list, hidden. */
export const restoreSpecified = (list: PlaceList): PlaceList => ({
  ...list,
  places: list.places.map((place) => ({ ...place, isShown: false })),
  observer: undefined,
  hidden: undefined,
  hiddenObservers: undefined,
});

/** Offers a specified observer, or does without it. */
export function showSpecifiedObserver(list: PlaceList, satellite: SatelliteId, isShown: boolean): PlaceList {
  const others = (list.hiddenObservers ?? []).filter((one) => one !== satellite);
  const hidden = isShown ? others : [...others, satellite];
  return consistent({ ...list, hiddenObservers: hidden.length === 0 ? undefined : hidden });
}

/** An own observer stands in for a specified one, which is hidden, also as the observer in use. */
export function replaceSpecified(list: PlaceList, satellite: SatelliteId, own: OwnPlace): PlaceList {
  const isUsed = [undefined, SATELLITES[satellite].observer.id].includes(list.observer);
  const added = addPlaces(list, [own]);
  return showSpecifiedObserver(isUsed ? { ...added, observer: own.id } : added, satellite, false);
}

/** Shows or hides a specified ground station on the map. */
export function showSpecified(list: PlaceList, id: StationId, isShown: boolean): PlaceList {
  const others = (list.hidden ?? []).filter((one) => one !== id);
  const hidden = isShown ? others : [...others, id];
  return { ...list, hidden: hidden.length === 0 ? undefined : hidden };
}

/** Whether the specified places are in use, all of them and no others. */
export const isAsSpecified = ({ places, observer, hidden }: PlaceList): boolean =>
  observer === undefined && hidden === undefined && places.every(({ isShown }) => !isShown);

/** Whether two places are the same but for their identity. */
export const isSamePlace = (one: Omit<Place, 'id'>, other: Omit<Place, 'id'>): boolean =>
  one.name === other.name &&
  one.latitude === other.latitude &&
  one.longitude === other.longitude &&
  one.altitudeKm === other.altitudeKm &&
  one.mask === other.mask;

/** A place without what this list says of it. */
export const asPlace = ({ id, name, latitude, longitude, altitudeKm, mask }: Place): Place => ({
  id,
  name,
  latitude,
  longitude,
  altitudeKm,
  mask,
});

const shownStations = ({ places }: PlaceList): readonly OwnPlace[] =>
  places.filter(({ kind, isShown }) => kind === 'station' && isShown);

/** Own stations beyond those that passes are found for at a time. */
export const stationsLeftOut = (list: PlaceList): number =>
  Math.max(0, shownStations(list).length - MOST_STATIONS);

/**
 * What the list has the mission use.
 * @param visitor an observer of this visit, instead of the one of the list
 */
export function chosenPlaces(list: PlaceList, visitor?: Place): ChosenPlaces {
  const observer = visitor ?? observersOf(list).find(({ id }) => id === list.observer);
  const stations = shownStations(list).slice(0, MOST_STATIONS).map(asPlace);
  return observer ? { observer: asPlace(observer), stations } : { stations };
}
