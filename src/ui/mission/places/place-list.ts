import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { type ChosenPlaces, MOST_STATIONS } from '../../../shared/entities/places.ts';
import { SATELLITE_IDS, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { StationId } from '../../../shared/entities/stations.ts';

/** Maximum number of own places. */
export const MOST_PLACES = 100;

/** An observer sees satellites; a ground station also has a circle on the map and a row in the contact plan. */
export type PlaceKind = 'observer' | 'station';

/** One of the user's own places. */
export interface OwnPlace extends Place {
  readonly kind: PlaceKind;
  /** A hidden place is on no map and cannot be chosen. */
  readonly isShown: boolean;
}

/** A place as typed or found, without an id. */
export type PlaceDraft = Omit<OwnPlace, 'id' | 'isShown'>;

/** The list that this browser stores. */
export interface PlaceList {
  /** Own places in order of addition. */
  readonly places: readonly OwnPlace[];
  /** Observer of both satellites, own or specified; without one, each has its specified observer. */
  readonly observer?: PlaceId | undefined;
  /** Specified ground stations that the map hides; everything else keeps them. */
  readonly hidden?: readonly StationId[] | undefined;
  /** Satellites whose specified observer cannot be chosen; only set if an observer is chosen. */
  readonly hiddenObservers?: readonly SatelliteId[] | undefined;
  /** IANA time zone whose time is shown beside UTC. */
  readonly zone?: string | undefined;
}

export const NO_PLACES: PlaceList = { places: [] };

/** The specified observers (spec §7, §9), with a mask of 0°. */
export const SPECIFIED_OBSERVERS: readonly Place[] = SATELLITE_IDS.map((id) => SATELLITES[id].observer);

/** `New York City, London`; the rows state the satellite of each. */
export const AS_SPECIFIED = SPECIFIED_OBSERVERS.map(({ name }) => name).join(', ');

/** Returns the satellite that has this specified observer. */
export const specifiedFor = (id: PlaceId | undefined): SatelliteId | undefined =>
  SATELLITE_IDS.find((satellite) => SATELLITES[satellite].observer.id === id);

/** Returns the specified observers that are not hidden. */
export const shownSpecified = ({ hiddenObservers = [] }: PlaceList): readonly Place[] =>
  SPECIFIED_OBSERVERS.filter(({ id }) => !hiddenObservers.some((one) => one === specifiedFor(id)));

/** Returns the observers that can be chosen for both satellites. */
export const observersOf = (list: PlaceList): readonly Place[] => [
  ...shownSpecified(list),
  ...list.places.filter(({ kind, isShown }) => kind === 'observer' && isShown),
];

/** Resets each satellite to its specified observer. */
export const asSpecified = (list: PlaceList): PlaceList => ({
  ...list,
  observer: undefined,
  hiddenObservers: undefined,
});

/**
 * Replaces a chosen observer that is not available. If a specified observer is hidden, the first available one
 * takes its place; otherwise, or without any, the specified ones return.
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

/** Uses only the specified places; the user's own stay in the list, hidden. */
export const restoreSpecified = (list: PlaceList): PlaceList => ({
  ...list,
  places: list.places.map((place) => ({ ...place, isShown: false })),
  observer: undefined,
  hidden: undefined,
  hiddenObservers: undefined,
});

/** Shows or hides a specified observer. */
export function showSpecifiedObserver(list: PlaceList, satellite: SatelliteId, isShown: boolean): PlaceList {
  const others = (list.hiddenObservers ?? []).filter((one) => one !== satellite);
  const hidden = isShown ? others : [...others, satellite];
  return consistent({ ...list, hiddenObservers: hidden.length === 0 ? undefined : hidden });
}

/** Hides a specified observer, and replaces it with an own one, also as the observer in use. */
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

/** Returns true if exactly the specified places are in use. */
export const isAsSpecified = ({ places, observer, hidden }: PlaceList): boolean =>
  observer === undefined && hidden === undefined && places.every(({ isShown }) => !isShown);

/** Returns true if two places are the same except for their ids. */
export const isSamePlace = (one: Omit<Place, 'id'>, other: Omit<Place, 'id'>): boolean =>
  one.name === other.name &&
  one.latitude === other.latitude &&
  one.longitude === other.longitude &&
  one.altitudeKm === other.altitudeKm &&
  one.mask === other.mask;

/** Returns a place without the properties of this list. */
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

/** Returns the number of own stations for which no passes are computed. */
export const stationsLeftOut = (list: PlaceList): number =>
  Math.max(0, shownStations(list).length - MOST_STATIONS);

/**
 * Returns the places that the mission uses.
 * @param visitor observer of this visit, instead of the list's
 */
export function chosenPlaces(list: PlaceList, visitor?: Place): ChosenPlaces {
  const observer = visitor ?? observersOf(list).find(({ id }) => id === list.observer);
  const stations = shownStations(list).slice(0, MOST_STATIONS).map(asPlace);
  return observer ? { observer: asPlace(observer), stations } : { stations };
}
