import { useAtomValue } from 'jotai';
import { FastForward, GitBranch, History, type LucideIcon, Pause, Unplug } from 'lucide-react';
import { sliceAtoms } from '../link/atoms.ts';
import { type TimeKind, timeKindAtom, timeTextAtom } from './shown-time.ts';
import styles from './time-shown.module.css';

const SHAPES: Readonly<Record<TimeKind, LucideIcon>> = {
  sim: FastForward,
  replay: History,
  branch: GitBranch,
  lost: Unplug,
};

/** Kind of time shown, as a shape and words; nothing in step with UTC. */
export function TimeShown({ className = '' }: { readonly className?: string | undefined }) {
  const kind = useAtomValue(timeKindAtom);
  const text = useAtomValue(timeTextAtom);
  const isPaused = useAtomValue(sliceAtoms.transport)?.rate === 0;
  if (!kind || !text) return null;
  const Shape = kind === 'sim' && isPaused ? Pause : SHAPES[kind];
  return (
    <span className={`${styles.shown} ${className}`} data-time={kind} title={text}>
      <Shape aria-hidden="true" />
      <span className={styles.words}>{text}</span>
    </span>
  );
}
