import type { SatelliteId } from './elements.ts';
import { LONDON } from './limits.ts';
import type { Observer } from './orbit/observer.ts';
import { degrees } from './units.ts';

/** From where each satellite is observed: the ISS from New York City (spec §7), ORBITA-1 from London (spec §9). */
export const OBSERVERS: Readonly<Record<SatelliteId, Observer>> = {
  iss: { name: 'New York City', latitude: degrees(40.7128), longitude: degrees(-74.006), altitudeKm: 0 },
  orbita: { ...LONDON, altitudeKm: 0 },
};
