import type { ReactNode } from 'react';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { FailureActions } from '../kit/card/FailureActions.tsx';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import styles from './OrbitalMap.module.css';

/** Contains failures of the map: the text equivalents stay, and the map can be retried. */
export function MapBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <FailureBoundary
      fallback={(error, retry) => (
        <div className={styles.failure}>
          <EmptyState
            headline={`The map failed: ${error.message}`}
            detail="Positions are listed as text."
            level="caution"
            isFailure
          >
            <FailureActions error={error} onRetry={retry} />
          </EmptyState>
        </div>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
