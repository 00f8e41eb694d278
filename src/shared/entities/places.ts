import type { Result } from '../kit/result.ts';
import type { Pass } from '../orbit/passes.ts';
import type { Place } from './place.ts';
import type { SatelliteId } from './satellites.ts';

/** Places that a user has chosen. */
export interface ChosenPlaces {
  /** Observer of both satellites, instead of their specified observers. */
  readonly observer?: Place | undefined;
  /** User-defined ground stations that are shown, in order. */
  readonly stations: readonly Place[];
}

/** Contacts of one satellite with the chosen places during the contact plan, in order of time. */
export interface PlaceContacts {
  /** Passes over the satellite's observer, chosen or specified, above its mask; each with its path. */
  readonly observer: readonly Pass[];
  /** Passes over each station, in the order of `ChosenPlaces.stations`; `undefined` while none is found and the search goes on. */
  readonly stations: readonly (readonly Pass[] | undefined)[];
}

/** Places in use, and contacts with them. */
export interface PlacesView {
  readonly chosen: ChosenPlaces;
  readonly satellites: Readonly<Record<SatelliteId, Result<PlaceContacts>>>;
}

/** Maximum number of user-defined stations with passes at a time. */
export const MOST_STATIONS = 50;
