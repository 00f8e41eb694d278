import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { newVersionAtom } from '../kit/offline/new-version.ts';
import { wallTurnAtom } from './atoms.ts';

/**
 * Activates a new build between two turns of the rotation, because there is no operator. The simulation restarts
 * with it, so never during a triggered scene, nor right after it.
 */
export function useNewVersion(): void {
  const version = useAtomValue(newVersionAtom);
  const turn = useAtomValue(wallTurnAtom);
  const lastTurn = useRef(turn);
  useEffect(() => {
    const isRegularChange = lastTurn.current !== undefined && turn !== undefined && turn !== lastTurn.current;
    lastTurn.current = turn;
    if (isRegularChange) version?.reload();
  }, [turn, version]);
}
