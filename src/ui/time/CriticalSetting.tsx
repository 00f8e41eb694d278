import { atom, useAtomValue } from 'jotai';
import { useContext, useEffect } from 'react';
import { sliceAtoms, wallSecondAtom } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import { slowsOnCriticalAtom } from '../preferences/preferences.ts';

/** Changes once a second while the session has another setting than the user; otherwise `undefined`. */
const attemptAtom = atom((get) => {
  const isSet = get(sliceAtoms.transport)?.slowsOnCritical;
  return isSet === undefined || isSet === get(slowsOnCriticalAtom) ? undefined : get(wallSecondAtom);
});

/**
 * Tells the session what the user prefers: whether a new Critical anomaly sets the rate to 1×. It is told again until it
 * agrees: a worker that has just started refuses.
 */
export function CriticalSetting() {
  const control = useContext(TimeControlContext);
  const isWanted = useAtomValue(slowsOnCriticalAtom);
  const attempt = useAtomValue(attemptAtom);
  useEffect(() => {
    if (attempt !== undefined) control?.slowOnCritical(isWanted).catch(() => undefined);
  }, [control, isWanted, attempt]);
  return null;
}
