import { createObserver, type Site } from './orbit/observer.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from './satellites.ts';
import { GROUND_STATIONS } from './stations.ts';

/** The site of each satellite's observer. */
export const OBSERVER_SITES: Readonly<Record<SatelliteId, Site>> = mapSatellites((id) =>
  createObserver(SATELLITES[id].observer),
);

/** The ground stations' sites, in the order of `STATION_IDS`. */
export const STATION_SITES: readonly Site[] = GROUND_STATIONS.map(({ name, lat, lng }) =>
  createObserver({ name, latitude: lat, longitude: lng, altitudeKm: 0 }),
);
