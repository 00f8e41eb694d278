import type { EpochMs } from '../shared/kit/units.ts';
import { afterFailure, afterSuccess, isDue, type Policy, type UpstreamState } from './cached-answer.ts';
import type { Caller, GatewayEffects } from './effects.ts';
import { type CallOutcome, unusable } from './outcome.ts';

/** A call this old was abandoned by the platform; the next caller makes another. */
const GIVEN_UP_MS = 15_000;

/** Result of a cache lookup: `backing off` is the wait after a failure. */
export type Lookup = 'hit' | 'miss' | 'coalesced' | 'backing off';

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
 * `load` gets the state before the call; `restore` returns, before the first call, the state of an earlier process.
 */
export function createSource<T>(
  policy: Policy<T>,
  load: (before: UpstreamState<T>) => Promise<CallOutcome<T>>,
  { clock, random, onLookup }: SourceEffects,
  restore?: () => Promise<UpstreamState<T> | undefined>,
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

  const apply = (call: number, startedAt: EpochMs, outcome: CallOutcome<T>): void => {
    if (call < applied) return; // a newer call has already returned
    applied = call;
    state = outcome.ok
      ? afterSuccess(outcome.value, startedAt, policy)
      : afterFailure(state, outcome.failure, clock.now(), random(), policy);
  };

  const start = (startedAt: EpochMs): PendingFetch => {
    started += 1;
    const call = started;
    const done = load(state)
      .catch(() => unusable('Failed to read the response'))
      .then((outcome) => {
        apply(call, startedAt, outcome);
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
      onLookup?.('miss');
      pending = start(now);
      caller?.keepAlive?.(pending.done);
    } else onLookup?.('coalesced');
    return pending.done.then(() => state);
  };

  return { latest, state: () => state };
}
