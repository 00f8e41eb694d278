import { builtInPlaces } from './built-in.ts';
import { CITIES } from './cities.ts';
import { NETWORK_STATIONS } from './networks.ts';

/** Cities as observers, and the ground stations of the well-known networks. Fetched when a place is added. */
export const BUILT_IN_PLACES = [
  ...builtInPlaces(CITIES, 'observer'),
  ...builtInPlaces(NETWORK_STATIONS, 'station'),
];
