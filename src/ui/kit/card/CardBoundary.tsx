import { Component, type ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { FailureActions } from './FailureActions.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
}

/** Contains a card's failure: the other cards continue, and this one can be retried. */
export class CardBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        headline={`The ${this.props.title} card failed: ${error.message}`}
        detail="The other cards and the mission continue; no data is lost."
        level="critical"
        isFailure
      >
        <FailureActions error={error} onRetry={() => this.setState({ error: undefined })} />
      </EmptyState>
    );
  }
}
