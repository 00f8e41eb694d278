import { useAtomValue } from 'jotai';
import { StatusIcon } from '../status/StatusIcon.tsx';
import { nextTryTextAtom } from './atoms.ts';
import styles from './real-data.module.css';

interface LoadFailureProps {
  /** The text of spec §8. */
  readonly text: 'Error loading data' | 'Error loading tracking data';
  readonly reason: string;
  readonly className?: string | undefined;
}

/** That a call failed, why, and when it is made again. */
export function LoadFailure({ text, reason, className = '' }: LoadFailureProps) {
  return (
    <div className={`${styles.failure} ${className}`}>
      <StatusIcon level="caution" />
      <div className={styles.failureSaid} role="status">
        <p className={styles.failureText}>{text}</p>
        <p className={styles.failureReason}>{reason}</p>
      </div>
      <NextTry />
    </div>
  );
}

function NextTry() {
  const text = useAtomValue(nextTryTextAtom);
  return text && <p className={styles.nextTry}>Next try {text}</p>;
}
