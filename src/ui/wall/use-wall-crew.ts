import { useAtomValue, useStore } from 'jotai';
import { useContext, useEffect } from 'react';
import type { ConsoleHolder } from '../../shared/entities/duty-crew.ts';
import { hasWallCrewAtom } from '../kit/preferences/preferences.ts';
import { consoleHolderAtom } from '../mission/duty/atoms.ts';
import { hasJoinedAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { OperationsContext } from '../mission/link/operations.ts';
import { maySteerAtom } from '../mission/link/read-only.ts';

/**
 * Gives the console of a wall to its duty crew when the wall opens, and again on each new mission, unless switched
 * off. H hands the console over or back, and on leaving for the desk the operator takes it. On a wall that has
 * joined the mission of another console, only H has an effect, and on one that only watches a shared mission nothing.
 */
export function useWallCrew(): void {
  const store = useStore();
  const operations = useContext(OperationsContext);
  const hasWallCrew = useAtomValue(hasWallCrewAtom);
  /** Identifies the mission. */
  const startTime = useAtomValue(sliceAtoms.clock)?.startTime;
  const isKnown = useAtomValue(consoleHolderAtom) !== undefined;
  const hasJoined = useAtomValue(hasJoinedAtom);

  useEffect(() => {
    if (!operations || !isKnown || hasJoined === undefined || startTime === undefined) return undefined;
    const give = (holder: ConsoleHolder): void => {
      // After a refusal or a lost mission the console stays with its holder, whom the wall shows.
      if (store.get(sliceAtoms.duty)?.holder !== holder)
        operations.handOverConsole(holder).catch(() => undefined);
    };
    if (!hasJoined) give(hasWallCrew ? 'duty crew' : 'operator');
    const handleKey = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (repeat || ctrlKey || metaKey || altKey) return;
      if (key === 'Escape' && !hasJoined) give('operator');
      if (key.toLowerCase() === 'h' && store.get(maySteerAtom)) {
        give(store.get(sliceAtoms.duty)?.holder === 'duty crew' ? 'operator' : 'duty crew');
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [store, operations, hasWallCrew, startTime, isKnown, hasJoined]);
}
