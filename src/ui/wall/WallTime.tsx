import { atom, useAtomValue } from 'jotai';
import { roomRefusalAtom } from '../mission/link/atoms.ts';
import { timeKindAtom } from '../mission/time/shown-time.ts';
import { TimeShown } from '../mission/time/TimeShown.tsx';
import shown from '../mission/time/time-shown.module.css';
import styles from './frame.module.css';

/** True if the wall has something to say about what it shows. */
export const hasWallTimeAtom = atom(
  (get) => get(timeKindAtom) !== undefined || get(roomRefusalAtom) !== undefined,
);

/**
 * Shown in every scene: the kind of time, unless it is the present, and that a wall which was opened for a shared mission shows
 * one of its own.
 */
export function WallTime() {
  const isOther = useAtomValue(roomRefusalAtom) !== undefined;
  if (!useAtomValue(hasWallTimeAtom)) return null;
  return (
    <p className={styles.time}>
      {isOther && <span className={shown.shown}>NOT THE SHARED MISSION</span>} <TimeShown />
    </p>
  );
}
