import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { slowsOnCriticalAtom } from '../../kit/preferences/preferences.ts';
import {
  hasJoinedAtom,
  isLeaderAtom,
  missionIdAtom,
  roomAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../link/atoms.ts';
import { useSessionControl } from '../link/session-control.ts';
import { readDisplay, readRate } from '../navigation/address.ts';

const NEVER = atom<EpochMs | undefined>(undefined);

/**
 * Sends the user's preference to the session, once for each mission that this window leads: whether a new Critical anomaly
 * pauses a run and slows a rate. It repeats this each second until the session agrees, because a newly started worker refuses.
 * Off for a wall with a rate, where nobody would set the rate again. What an operator chooses for the mission later holds; a
 * mission that several machines share keeps its own setting.
 */
export function CriticalSetting() {
  const control = useSessionControl();
  const [query] = useSearchParams();
  const hasJoined = useAtomValue(hasJoinedAtom);
  const isFastWall = readDisplay(query) === 'wall' && readRate(query) !== 1 && !hasJoined;
  const isWanted = useAtomValue(slowsOnCriticalAtom) && !isFastWall;
  const isSet = useAtomValue(sliceAtoms.transport)?.slowsOnCritical;
  const isShared = useAtomValue(roomAtom) !== undefined;
  const mission = useAtomValue(missionIdAtom);
  const [setFor, setSetFor] = useState<MissionId>();
  const isDue = useAtomValue(isLeaderAtom) && !isShared && mission !== setFor;
  const attempt = useAtomValue(isDue ? wallSecondAtom : NEVER);
  useEffect(() => {
    if (attempt === undefined) return;
    if (isSet === isWanted) {
      setSetFor(mission);
      return;
    }
    control.slowOnCritical(isWanted).then(
      (outcome) => outcome.ok && setSetFor(mission),
      () => undefined,
    );
  }, [control, isWanted, isSet, mission, attempt]);
  return null;
}
