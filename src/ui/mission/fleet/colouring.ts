import { atom } from 'jotai';
import { CATALOGUE, ELEMENT_GROUPS } from '../../../shared/contract/celestrak.ts';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import { addedSatellitesAtom } from './atoms.ts';

/** Meaning of satellite colours: groups or orbit regimes. */
export type ColouredBy = 'group' | 'orbit';

const chosenColouringAtom = keptAtom<ColouredBy | undefined>('orbita.satellite-colours', {
  read: (stored) => (stored === 'group' || stored === 'orbit' ? stored : undefined),
});

/** Unless the user has chosen, a list with all active satellites is coloured by orbit, any other by group. */
export const colouredByAtom = atom(
  (get): ColouredBy => {
    const hasCatalogue = get(addedSatellitesAtom).some(
      ({ groups }) => groups[0] === ELEMENT_GROUPS[CATALOGUE],
    );
    return get(chosenColouringAtom) ?? (hasCatalogue ? 'orbit' : 'group');
  },
  (_get, set, by: ColouredBy) => set(chosenColouringAtom, by),
);
