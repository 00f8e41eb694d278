import type { ReactNode } from 'react';
import type { StatusLevel } from './levels.ts';
import styles from './status.module.css';

const SHAPES: Readonly<Record<StatusLevel, ReactNode>> = {
  critical: <path className={styles.solid} d="M8 1.5 15.2 14.5H.8Z" />,
  serious: <path className={styles.solid} d="M8 .8 15.2 8 8 15.2.8 8Z" />,
  caution: <rect className={styles.solid} x="2" y="2" width="12" height="12" rx="1" />,
  normal: <circle className={styles.solid} cx="8" cy="8" r="6.5" />,
  standby: (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="8" cy="8" r="2.5" fill="currentColor" />
    </>
  ),
  off: <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />,
};

/** Shape of a status level inside a drawing: 16 units wide and high before `transform`. */
export function StatusShape({
  level,
  transform,
}: {
  readonly level: StatusLevel;
  readonly transform: string;
}) {
  return (
    <g data-status={level} transform={transform}>
      {SHAPES[level]}
    </g>
  );
}

/** Shape of a status level in its colour; an adjacent word says the same. */
export function StatusIcon({ level }: { readonly level: StatusLevel }) {
  return (
    <svg className={styles.icon} data-status={level} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[level]}
    </svg>
  );
}

/** A status as a shape and a word. */
export function StatusLabel({ level, word }: { readonly level: StatusLevel; readonly word: ReactNode }) {
  return (
    <span className={styles.label} data-status={level}>
      <StatusIcon level={level} />
      {word}
    </span>
  );
}
