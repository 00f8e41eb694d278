import { CircleDashed, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatusLevel } from '../status/levels.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly headline: ReactNode;
  /** Explains the headline and the next step. */
  readonly detail?: ReactNode;
  /** Status level; without one, a neutral icon is shown. */
  readonly level?: StatusLevel;
  readonly icon?: LucideIcon;
  /** Failures are announced assertively, everything else politely. */
  readonly isFailure?: boolean;
  /** Possible actions. */
  readonly children?: ReactNode;
}

/** Placeholder for content that is loading, empty or failed. */
export function EmptyState({
  headline,
  detail,
  level,
  icon: Icon = CircleDashed,
  isFailure = false,
  children,
}: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {level === undefined && (
        <span className={styles.shape}>
          <Icon aria-hidden="true" />
        </span>
      )}
      <p className={styles.headline} role={isFailure ? 'alert' : 'status'}>
        {level !== undefined && <StatusIcon level={level} />}
        {headline}
      </p>
      {detail && <p className={styles.detail}>{detail}</p>}
      {children && <div className={styles.action}>{children}</div>}
    </div>
  );
}
