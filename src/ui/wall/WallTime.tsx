import { useAtomValue } from 'jotai';
import { timeKindAtom } from '../mission/time/shown-time.ts';
import { TimeShown } from '../mission/time/TimeShown.tsx';
import styles from './frame.module.css';

/** Shown in every scene: the kind of time, unless it is the present. */
export function WallTime() {
  if (useAtomValue(timeKindAtom) === undefined) return null;
  return (
    <p className={styles.time}>
      <TimeShown />
    </p>
  );
}
