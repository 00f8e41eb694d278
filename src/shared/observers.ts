import { LONDON } from './constants.ts';
import type { SatelliteId } from './elements.ts';
import { createObserver, type Observer, type Site } from './orbit/observer.ts';
import { GROUND_STATIONS } from './stations.ts';
import { degrees } from './units.ts';

/** Observer of each satellite: New York City for the ISS (spec §7), London for ORBITA-1 (spec §9). */
export const OBSERVERS: Readonly<Record<SatelliteId, Observer>> = {
  iss: { name: 'New York City', latitude: degrees(40.7128), longitude: degrees(-74.006), altitudeKm: 0 },
  orbita: { ...LONDON, altitudeKm: 0 },
};

/** The observers' sites. */
export const OBSERVER_SITES: Readonly<Record<SatelliteId, Site>> = {
  iss: createObserver(OBSERVERS.iss),
  orbita: createObserver(OBSERVERS.orbita),
};

/** The ground stations' sites, in the order of `STATION_IDS`. */
export const STATION_SITES: readonly Site[] = GROUND_STATIONS.map(({ name, lat, lng }) =>
  createObserver({ name, latitude: lat, longitude: lng, altitudeKm: 0 }),
);
