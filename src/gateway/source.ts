import type { EpochMs } from '../shared/kit/units.ts';
import { afterFailure, afterSuccess, isDue, type Policy, type UpstreamState } from './cached-answer.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { type CallOutcome, unusable } from './outcome.ts';
import { type Sharing, takeTurn, tellState } from './shared-source.ts';

/** A call this old was abandoned by the platform; the next caller makes another. */
const GIVEN_UP_MS = 15_000;

/** Result of a cache lookup: `backing off` is the wait after a failure, `shared` the answer that another process has fetched. */
export type Lookup = 'hit' | 'miss' | 'coalesced' | 'backing off' | 'shared';

export type SourceEffects = Pick<GatewayEffects, 'clock' | 'random'> & {
  readonly onLookup?: (how: Lookup) => void;
};

/** One upstream with its cache: called once for all callers. */
export interface Source<T> {
  /** Returns the state, after a call if one is due; otherwise synchronously. Never rejects. */
  latest(caller?: Caller): UpstreamState<T> | Promise<UpstreamState<T>>;
  state(): UpstreamState<T>;
}

interface PendingFetch {
  readonly startedAt: EpochMs;
  readonly done: Promise<void>;
}

/**
 * `load` gets the state before the call; `restore` returns, before the first call, the state of an earlier process. With
 * `sharing`, one of the processes calls for all; while their store is away, each calls for itself.
 */
export function createSource<T>(
  policy: Policy<T>,
  load: (before: UpstreamState<T>) => Promise<CallOutcome<T>>,
  { clock, random, onLookup }: SourceEffects,
  restore?: () => Promise<UpstreamState<T> | undefined>,
  sharing?: Sharing<T>,
): Source<T> {
  let state: UpstreamState<T> = {};
  let restoring: Promise<void> | undefined = restore?.().then(
    (kept) => {
      state = kept ?? state;
      restoring = undefined;
    },
    () => {
      restoring = undefined;
    },
  );
  let pending: PendingFetch | undefined;
  let started = 0;
  let applied = 0;
  let isUntold = false;

  /** Returns false if a newer call has already returned. */
  const apply = (call: number, next: UpstreamState<T>): boolean => {
    if (call < applied) return false;
    applied = call;
    state = next;
    return true;
  };

  async function callService(call: number, startedAt: EpochMs): Promise<boolean> {
    onLookup?.('miss');
    const outcome = await load(state).catch(() => unusable('Failed to read the response'));
    const next = outcome.ok
      ? afterSuccess(outcome.value, startedAt, policy)
      : afterFailure(state, outcome.failure, clock.now(), random(), policy);
    return apply(call, next);
  }

  async function callInTurn(call: number, shared: Sharing<T>): Promise<void> {
    const turn = await takeTurn(shared, policy, clock, () => state);
    if (turn.kind === 'answered') {
      onLookup?.('shared');
      if (apply(call, turn.state)) shared.onAdopted?.(state);
      return;
    }
    if (turn.kind === 'own') apply(call, turn.state);
    const isNewest = await callService(call, clock.now());
    if (isNewest && (turn.kind === 'alone' || !(await turn.end(state)))) tellLater(shared);
  }

  /** Tells the others the state of this process when their store is back. */
  function tellLater(shared: Sharing<T>): void {
    if (isUntold) return;
    isUntold = true;
    shared.text.onReturn(() => {
      isUntold = false;
      tellState(shared, policy, clock, state).catch(() => tellLater(shared));
    });
  }

  const start = (startedAt: EpochMs): PendingFetch => {
    started += 1;
    const call = started;
    const done = (sharing ? callInTurn(call, sharing) : callService(call, startedAt)).then(() => {
      if (pending === begun) pending = undefined;
    });
    const begun: PendingFetch = { startedAt, done };
    return begun;
  };

  const latest = (caller?: Caller): UpstreamState<T> | Promise<UpstreamState<T>> => {
    if (restoring) return restoring.then(() => latest(caller));
    const now = clock.now();
    if (!isDue(state, now)) {
      onLookup?.(state.outage ? 'backing off' : 'hit');
      return state;
    }
    if (!pending || Math.abs(now - pending.startedAt) > GIVEN_UP_MS) {
      pending = start(now);
      caller?.keepAlive?.(pending.done);
    } else onLookup?.('coalesced');
    return pending.done.then(() => state);
  };

  return { latest, state: () => state };
}
