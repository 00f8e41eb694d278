import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { CATALOGUE, ELEMENT_GROUPS } from '../../../shared/contract/celestrak.ts';
import { addedSatellitesAtom } from '../../mission/fleet/atoms.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';
import { useMissionSatellites } from '../../mission/fleet/use-mission-satellites.ts';

/** Maximum number of added satellites searched: more would have tens of thousands of passes in a day. */
export const MOST_SEARCHED = 1000;

/** True if a satellite is in the list for a reason other than being active. */
const isChosen = ({ groups, frequencyMhz }: Satellite): boolean =>
  frequencyMhz !== undefined || groups.length !== 1 || groups[0] !== ELEMENT_GROUPS[CATALOGUE];

interface PassSatellites {
  readonly satellites: readonly Satellite[];
  /** Number of shown satellites beyond the maximum. */
  readonly leftOut: number;
}

/** The satellites of the mission, and the added ones that are shown. */
export function usePassSatellites(): PassSatellites {
  const mission = useMissionSatellites();
  const added = useAtomValue(addedSatellitesAtom);
  return useMemo(() => {
    const shown = added.filter(({ isShown }) => isShown);
    const searched =
      shown.length <= MOST_SEARCHED
        ? shown
        : [...shown.filter(isChosen), ...shown.filter((one) => !isChosen(one))].slice(0, MOST_SEARCHED);
    return { satellites: [...mission, ...searched], leftOut: shown.length - searched.length };
  }, [mission, added]);
}
