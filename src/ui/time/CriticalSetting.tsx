import { useAtomValue } from 'jotai';
import { useContext, useEffect } from 'react';
import { sliceAtoms } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import { slowsOnCriticalAtom } from '../preferences/preferences.ts';

/** Tells the session what the user prefers: whether a new Critical anomaly sets the rate to 1×. */
export function CriticalSetting() {
  const control = useContext(TimeControlContext);
  const isWanted = useAtomValue(slowsOnCriticalAtom);
  const isSet = useAtomValue(sliceAtoms.transport)?.slowsOnCritical;
  useEffect(() => {
    if (!control || isSet === undefined || isSet === isWanted) return;
    control.slowOnCritical(isWanted).catch(() => undefined); // a new worker is told again
  }, [control, isWanted, isSet]);
  return null;
}
