import type { ObservedPass } from './contact-plan.ts';
import type { Observer } from './orbit/observer.ts';
import type { Pass } from './orbit/passes.ts';
import type { Result } from './result.ts';
import type { SatelliteId } from './satellites.ts';
import type { Degrees } from './units.ts';

/** Identity of a place of the user's own; it stays when the place is edited. */
export type PlaceId = string;

/** A place on the ground of the user's own, beside the specified observers and stations. */
export interface Place extends Observer {
  readonly id: PlaceId;
  /** An observer sees satellites; a ground station has a circle on the map and a row in the contact plan. */
  readonly kind: 'observer' | 'station';
  /** Elevation from which its passes count, 0 to 89. */
  readonly mask: Degrees;
}

/** What a user has chosen of their own places. */
export interface ChosenPlaces {
  /** Where both satellites are seen from, instead of their specified observers. */
  readonly observer?: Place | undefined;
  /** Own ground stations that are shown, in order. */
  readonly stations: readonly Place[];
}

/** Contacts of one satellite with the chosen places, over the time that the contact plan covers, in order of time. */
export interface PlaceContacts {
  /** Passes over the satellite's observer, the chosen or the specified one, above its mask. */
  readonly observer: readonly ObservedPass[];
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
