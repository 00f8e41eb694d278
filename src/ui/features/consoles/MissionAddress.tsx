import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { readMission, writeMission } from '../../mission/navigation/address.ts';
import { walledMissionAtom } from './open-wall.ts';

/**
 * Keeps the mission in the page's address once it is shared, so that a reload or a copied address joins it.
 * The id of any other mission is removed from the address.
 */
export function MissionAddress() {
  const consoles = useAtomValue(sliceAtoms.consoles);
  const walled = useAtomValue(walledMissionAtom);
  const [query] = useSearchParams();
  const id = consoles?.missionId;
  const isShared = consoles !== undefined && (consoles.consoles.length > 1 || walled === id);
  const isNamed = readMission(query) === id;
  useEffect(() => {
    if (id === undefined) return;
    const next = writeMission(query, isShared || isNamed ? id : undefined);
    if (next.toString() === query.toString()) return;
    const { pathname, hash } = window.location;
    const search = next.size > 0 ? `?${next}` : '';
    // Not by navigation, so that the history keeps its state.
    window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
  }, [id, isShared, isNamed, query]);
  return null;
}
