import { addMs, type EpochMs, MS_PER_S } from '../shared/kit/units.ts';
import type { Failure } from './outcome.ts';

/** Tolerated clock difference: data this far in the future count as current. */
export const CLOCK_TOLERANCE_MS = 5 * MS_PER_S;

/** Last good answer of a service. */
export interface CachedAnswer<T> {
  readonly value: T;
  /** Start of the call for it. */
  readonly fetchedAt: EpochMs;
  /** Time from which it is stale and a newer one is requested. */
  readonly staleAt: EpochMs;
  /** Time before which it is from the future, because the clock moved back, and is dropped. */
  readonly validFrom: EpochMs;
  /** Time from which it is unusable and is dropped. */
  readonly expiresAt: EpochMs;
}

/** Failures since the last good answer. */
export interface Outage {
  readonly failure: Failure;
  /** Consecutive failed calls. */
  readonly failures: number;
  readonly failedAt: EpochMs;
  readonly nextTry: EpochMs;
}

export interface UpstreamState<T> {
  readonly cached?: CachedAnswer<T>;
  readonly outage?: Outage;
  readonly lastSuccess?: EpochMs;
}

/** Cache lifetimes, and back-off after failed calls. */
export interface Policy<T> {
  staleAt(value: T, fetchedAt: EpochMs): EpochMs;
  validFrom(value: T, fetchedAt: EpochMs): EpochMs;
  expiresAt(value: T, fetchedAt: EpochMs): EpochMs;
  /** `failures` counts consecutive failed calls, this one included; `chance` is in [0, 1). */
  waitMs(failure: Failure, failures: number, chance: number): number;
}

/**
 * Returns the exponential back-off: it doubles with each failure up to a longest wait, with jitter in its upper
 * quarter.
 */
export function doubling(firstMs: number, longestMs: number, failures: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return full * (0.75 + 0.25 * chance);
}

/** True if the service is due for a call. A clock that moved back makes everything due. */
export function isDue<T>({ cached, outage }: UpstreamState<T>, now: EpochMs): boolean {
  if (outage) return now >= outage.nextTry || now < outage.failedAt;
  return !cached || now >= cached.staleAt || now < cached.fetchedAt;
}

/** Returns the cached answer while it is usable. */
export const usable = <T>({ cached }: UpstreamState<T>, now: EpochMs): CachedAnswer<T> | undefined =>
  cached && cached.validFrom <= now && now < cached.expiresAt ? cached : undefined;

export function afterSuccess<T>(
  value: T,
  fetchedAt: EpochMs,
  policy: Pick<Policy<T>, 'staleAt' | 'validFrom' | 'expiresAt'>,
): UpstreamState<T> {
  const cached: CachedAnswer<T> = {
    value,
    fetchedAt,
    staleAt: policy.staleAt(value, fetchedAt),
    validFrom: policy.validFrom(value, fetchedAt),
    expiresAt: policy.expiresAt(value, fetchedAt),
  };
  return { cached, lastSuccess: fetchedAt };
}

export function afterFailure<T>(
  state: UpstreamState<T>,
  failure: Failure,
  now: EpochMs,
  chance: number,
  policy: Pick<Policy<T>, 'waitMs'>,
): UpstreamState<T> {
  const failures = (state.outage?.failures ?? 0) + 1;
  const nextTry = addMs(now, policy.waitMs(failure, failures, chance));
  const cached = usable(state, now);
  return {
    ...(cached && { cached }),
    ...(state.lastSuccess !== undefined && { lastSuccess: state.lastSuccess }),
    outage: { failure, failures, failedAt: now, nextTry },
  };
}
