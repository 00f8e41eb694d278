import { Component, type ReactNode } from 'react';

interface Props {
  /** Rendered in place of failed children; `retry` renders them again. */
  readonly fallback: (error: Error, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface FailureState {
  readonly error: Error | undefined;
}

/** Contains render failures of its children: the rest of the page continues. */
export class FailureBoundary extends Component<Props, FailureState> {
  override state: FailureState = { error: undefined };

  static getDerivedStateFromError(error: Error): FailureState {
    return { error };
  }

  private readonly retry = (): void => this.setState({ error: undefined });

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error, this.retry) : this.props.children;
  }
}
