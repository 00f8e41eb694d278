import type { ReactNode } from 'react';
import { FailureBoundary } from '../on-demand/FailureBoundary.tsx';
import { EmptyState } from './EmptyState.tsx';
import { FailureActions } from './FailureActions.tsx';

interface CardBoundaryProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Contains a card's failure: the other cards continue, and this one can be retried. */
export function CardBoundary({ title, children }: CardBoundaryProps) {
  return (
    <FailureBoundary
      fallback={(error, retry) => (
        <EmptyState
          headline={`The ${title} card failed: ${error.message}`}
          detail="The other cards and the mission continue; no data is lost."
          level="critical"
          isFailure
        >
          <FailureActions error={error} onRetry={retry} />
        </EmptyState>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
