import { Component, Fragment, type ReactNode } from 'react';
import type { WallEffects } from './effects.ts';
import { REMOUNT_MS, remedyFor } from './recovery.ts';

interface Props {
  readonly effects: WallEffects;
  /** Shown until the remount. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface WallFailureState {
  readonly error: Error | undefined;
  readonly generation: number;
}

/** Session storage key; it survives a reload. */
const RELOADED_AT = 'orbita.wall-reloaded-at';

function readReload(): number | undefined {
  try {
    const time = Number(window.sessionStorage.getItem(RELOADED_AT) ?? Number.NaN);
    return Number.isFinite(time) ? time : undefined;
  } catch {
    return undefined;
  }
}

function noteReload(time: number): boolean {
  try {
    window.sessionStorage.setItem(RELOADED_AT, String(time));
    return true;
  } catch {
    return false; // nothing would prevent a reload loop
  }
}

/**
 * Recovers without an operator: a failed part of the wall is remounted automatically, and in the worst case the
 * page is reloaded.
 */
export class WallBoundary extends Component<Props, WallFailureState> {
  override state: WallFailureState = { error: undefined, generation: 0 };
  private failures: readonly number[] = [];
  private callOff: (() => void) | undefined;

  static getDerivedStateFromError(error: Error): Pick<WallFailureState, 'error'> {
    return { error };
  }

  override componentDidCatch(): void {
    const { now, after } = this.props.effects;
    this.failures = [...this.failures.slice(-10), now()];
    const remedy = remedyFor(this.failures, readReload());
    this.callOff?.();
    this.callOff = after(REMOUNT_MS, () => this.mend(remedy));
  }

  override componentWillUnmount(): void {
    this.callOff?.();
  }

  private mend(remedy: ReturnType<typeof remedyFor>): void {
    const { now, reload } = this.props.effects;
    if (remedy === 'reload' && noteReload(now())) reload();
    else this.setState(({ generation }) => ({ error: undefined, generation: generation + 1 }));
  }

  override render() {
    const { error, generation } = this.state;
    if (!error) return <Fragment key={generation}>{this.props.children}</Fragment>;
    return this.props.fallback;
  }
}
