import { Component, type ReactNode } from 'react';
import styles from './card.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
}

/** Keeps a card's failure to the card: the others live on, and this one can be tried again. */
export class CardBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={styles.failure} role="alert">
        <p>
          The {this.props.title} card failed: {error.message}
        </p>
        <button className={styles.retry} type="button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    );
  }
}
