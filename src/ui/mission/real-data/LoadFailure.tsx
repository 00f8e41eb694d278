import { useAtomValue } from 'jotai';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { nextTryTextAtom } from './atoms.ts';
import styles from './real-data.module.css';

interface LoadFailureProps {
  /** Text of spec §8. */
  readonly text: 'Error loading tracking data';
  readonly reason: string;
  readonly className?: string | undefined;
}

/** A failed call, its reason, and the time of the next attempt. */
export function LoadFailure({ text, reason, className = '' }: LoadFailureProps) {
  return (
    <div className={`${styles.failure} ${className}`}>
      <StatusIcon level="caution" />
      {/* The reason may change with every attempt, so it is not announced. */}
      <p className={styles.failureText} role="status">
        {text}
      </p>
      <p className={styles.failureReason}>{reason}</p>
      <NextTry />
    </div>
  );
}

export function NextTry() {
  const text = useAtomValue(nextTryTextAtom);
  return text && <p className={styles.nextTry}>Next try {text}</p>;
}
