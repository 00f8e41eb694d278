import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { loadChunks } from './load-chunks.ts';

/** A component whose script is fetched on first use, or earlier. */
export interface OnDemand<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Fetches the script before its first use: the component then renders at once. */
  prefetch(): Promise<void>;
}

/**
 * @param chunks names of the chunks that `load` imports: each is named after its module
 * @param load a dynamic import; a component that mounts after a failure calls it again
 */
export function onDemand<Props extends object>(
  chunks: readonly string[],
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: ComponentType<Props> | undefined;

  const fetchScript = async (): Promise<ComponentType<Props>> => {
    if (!loaded) {
      await loadChunks(chunks);
      loaded = await load();
    }
    return loaded;
  };
  // A lazy component keeps its failure: each attempt is a new one. It also suspends when the script is
  // already there, and React may then show the fallback for a third of a second.
  const chosen = (): ComponentType<Props> => {
    if (loaded) return loaded;
    pending ??= lazy(async () => ({ default: await fetchScript() }));
    return pending;
  };
  const forgetFailure = (): void => {
    pending = undefined;
  };

  return {
    Component: function Deferred(props: Props) {
      const [Chosen] = useState(chosen);
      return (
        <FailedTry onEnd={forgetFailure}>
          <Chosen {...props} />
        </FailedTry>
      );
    },
    async prefetch() {
      await fetchScript();
    },
  };
}

interface FailedTryProps {
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

interface FailedTryState {
  readonly error?: unknown;
  readonly isOver?: boolean;
}

/**
 * Passes a failure to the boundary around it after the failure has been shown. React renders suspended
 * components again without their state: a failure dropped earlier would cause endless retries.
 */
class FailedTry extends Component<FailedTryProps, FailedTryState> {
  override state: FailedTryState = {};

  static getDerivedStateFromError(error: unknown): FailedTryState {
    return { error };
  }

  override componentDidCatch(): void {
    this.props.onEnd();
    this.setState({ isOver: true });
  }

  override render(): ReactNode {
    const { error, isOver = false } = this.state;
    if (isOver) throw error;
    return error === undefined ? this.props.children : null;
  }
}
