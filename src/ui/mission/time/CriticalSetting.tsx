import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { slowsOnCriticalAtom } from '../../kit/preferences/preferences.ts';
import { hasJoinedAtom, isLeaderAtom, roomAtom, sliceAtoms, wallSecondAtom } from '../link/atoms.ts';
import { useSessionControl } from '../link/session-control.ts';
import { readDisplay, readRate } from '../navigation/address.ts';

const NEVER = atom<EpochMs | undefined>(undefined);

/**
 * Sends the user's preference to the session: whether a new Critical anomaly pauses a run and slows a rate. It
 * repeats this each second until the session agrees, because a newly started worker refuses. Off for a wall with a
 * rate, where nobody would set the rate again. Of several windows the leading one decides, because their wishes may differ;
 * a mission that several machines share keeps its own setting.
 */
export function CriticalSetting() {
  const control = useSessionControl();
  const [query] = useSearchParams();
  const hasJoined = useAtomValue(hasJoinedAtom);
  const isFastWall = readDisplay(query) === 'wall' && readRate(query) !== 1 && !hasJoined;
  const isWanted = useAtomValue(slowsOnCriticalAtom) && !isFastWall;
  const isSet = useAtomValue(sliceAtoms.transport)?.slowsOnCritical;
  const isShared = useAtomValue(roomAtom) !== undefined;
  const decides = useAtomValue(isLeaderAtom) && !isShared;
  const isDue = decides && isSet !== undefined && isSet !== isWanted;
  const attempt = useAtomValue(isDue ? wallSecondAtom : NEVER);
  useEffect(() => {
    if (attempt !== undefined) control.slowOnCritical(isWanted).catch(() => undefined);
  }, [control, isWanted, attempt]);
  return null;
}
