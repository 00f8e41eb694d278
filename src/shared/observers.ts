import { createObserver, type Site } from './orbit/observer.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from './satellites.ts';

/** The site of each satellite's observer. */
export const OBSERVER_SITES: Readonly<Record<SatelliteId, Site>> = mapSatellites((id) =>
  createObserver(SATELLITES[id].observer),
);
