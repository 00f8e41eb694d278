import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { ExerciseView } from '../../../shared/contract/exercise.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { formatTimeLeft, formatUtcMinute } from '../../kit/format.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isResultOpenAtom } from './atoms.ts';
import styles from './exercises.module.css';

/** The exercise in one line: its name, the time left, its objective, and the newest text of the instructor. */
export function ExerciseStrip({ exercise }: { readonly exercise: ExerciseView }) {
  const { name, objective, endTime, hints, isOver } = exercise;
  const now = useAtomValue(missionSecondAtom);
  const openResult = useSetAtom(isResultOpenAtom);
  const transport = useAtomValue(sliceAtoms.transport);
  const isLive = transport?.mode === 'live';
  const branch = transport?.branch;
  const seen = useRef({ branch, isOver });
  useEffect(() => {
    // The end is announced where it happens: not in a recording, nor on the way back from a past instant or a branch.
    if (!isLive) return;
    if (isOver && !seen.current.isOver && seen.current.branch === branch) openResult(true);
    seen.current = { branch, isOver };
  }, [isOver, isLive, branch, openResult]);
  const hint = hints.at(-1);
  return (
    <section className={styles.strip} aria-label="Exercise">
      <p className={styles.about}>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.left}>
          {isOver && 'over'}
          {!isOver && now !== undefined && `${formatTimeLeft(endTime - now)} left`}
        </span>
        <span className={styles.objective}>{objective}</span>
      </p>
      <Button onClick={() => openResult(true)}>{isOver ? 'Result' : 'Goals'}</Button>
      <p className={styles.hint} aria-live="polite">
        {hint && (
          <>
            <span className={styles.left}>{formatUtcMinute(hint.time)}</span> Instructor: {hint.text}
          </>
        )}
      </p>
    </section>
  );
}
