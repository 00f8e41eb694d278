import type { Result } from '../kit/result.ts';
import type { Pass } from '../orbit/passes.ts';
import type { Place } from './place.ts';
import type { SatelliteId } from './satellites.ts';

/** What a user has chosen of their own places. */
export interface ChosenPlaces {
  /** Where both satellites are seen from, instead of their specified observers. */
  readonly observer?: Place | undefined;
  /** Own ground stations that are shown, in order. */
  readonly stations: readonly Place[];
}

/** Contacts of one satellite with the chosen places, over the time that the contact plan covers, in order of time. */
export interface PlaceContacts {
  /** Passes over the satellite's observer, the chosen or the specified one, above its mask; each with its path. */
  readonly observer: readonly Pass[];
  /** Passes over each station, in the order of `ChosenPlaces.stations`. */
  readonly stations: readonly (readonly Pass[])[];
}

/** The places in use, and who sees what from them. */
export interface PlacesView {
  readonly chosen: ChosenPlaces;
  readonly satellites: Readonly<Record<SatelliteId, Result<PlaceContacts>>>;
}

/** Own stations that passes are found for at a time. */
export const MOST_STATIONS = 50;
