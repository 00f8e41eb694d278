import { atom } from 'jotai';
import { hasKept } from '../../kit/page/kept-atom.ts';
import { addedSatellitesAtom, SATELLITES_KEY } from '../../mission/fleet/atoms.ts';
import { PLACES_KEY, placeListAtom } from '../../mission/places/atoms.ts';

/** True if the user has satellites or places of their own, loaded or not, and so comes for passes. */
export const followsPassesAtom = atom(
  (get) =>
    get(addedSatellitesAtom).length > 0 ||
    get(placeListAtom).places.length > 0 ||
    hasKept(get, SATELLITES_KEY) ||
    hasKept(get, PLACES_KEY),
);
