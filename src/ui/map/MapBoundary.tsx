import { Component, type ReactNode } from 'react';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { FailureActions } from '../kit/card/FailureActions.tsx';
import styles from './OrbitalMap.module.css';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
}

/** Contains the map's failures: the text equivalents stay, and the map can be retried. */
export class MapBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={styles.failure}>
        <EmptyState
          headline={`The map failed: ${error.message}`}
          detail="Positions are listed as text."
          level="caution"
          isFailure
        >
          <FailureActions error={error} onRetry={() => this.setState({ error: undefined })} />
        </EmptyState>
      </div>
    );
  }
}
