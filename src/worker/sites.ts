import type { SatelliteId } from '../shared/elements.ts';
import { OBSERVERS } from '../shared/observers.ts';
import { createObserver, type Site } from '../shared/orbit/observer.ts';
import { GROUND_STATIONS } from '../shared/stations.ts';

/** The ground stations, in the order of `STATION_IDS`. */
export const STATION_SITES: readonly Site[] = GROUND_STATIONS.map(({ name, lat, lng }) =>
  createObserver({ name, latitude: lat, longitude: lng, altitudeKm: 0 }),
);

/** From where each satellite is observed. */
export const OBSERVER_SITES: Readonly<Record<SatelliteId, Site>> = {
  iss: createObserver(OBSERVERS.iss),
  orbita: createObserver(OBSERVERS.orbita),
};
