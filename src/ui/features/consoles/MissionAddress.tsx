import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { roomAddressAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { hasKey, keyFragment, readMission, writeMission } from '../../mission/navigation/address.ts';
import { walledMissionAtom } from './open-wall.ts';

/**
 * Keeps the mission in the page's address once other windows or machines share it, so that a reload or a copied address joins
 * it. The id of any other mission is removed from the address, and so is a key that leads to none.
 */
export function MissionAddress() {
  const consoles = useAtomValue(sliceAtoms.consoles);
  const room = useAtomValue(roomAddressAtom);
  const walled = useAtomValue(walledMissionAtom);
  const [query] = useSearchParams();
  // A navigation drops the fragment, even one to the same query.
  const fragment = useLocationProperty(() => window.location.hash);
  const id = room?.id ?? consoles?.missionId;
  const isShared =
    room !== undefined || (consoles !== undefined && (consoles.consoles.length > 1 || walled === id));
  const isNamed = readMission(query) === id;
  const others = hasKey(fragment) ? '' : fragment;
  const wanted = room ? keyFragment(room.key) : others;
  useEffect(() => {
    if (id === undefined) return;
    const next = writeMission(query, isShared || isNamed ? id : undefined);
    if (next.toString() === query.toString() && wanted === fragment) return;
    const search = next.size > 0 ? `?${next}` : '';
    // Not by navigation, so that the history keeps its state.
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${wanted}`);
  }, [id, isShared, isNamed, query, fragment, wanted]);
  return null;
}
