import { addMs, type EpochMs, MS_PER_S } from '../shared/units.ts';
import type { Failure } from './outcome.ts';

/** Tolerated clock difference: data this far in the future count as current. */
export const CLOCKS_APART_MS = 5 * MS_PER_S;

/** Last good answer of a service. */
export interface Held<T> {
  readonly value: T;
  /** Start of the call for it. */
  readonly fetchedAt: EpochMs;
  /** From here on it is stale and a newer one is requested. */
  readonly dueAt: EpochMs;
  /** Before this it is in the future, because the clock moved back, and is dropped. */
  readonly goodFrom: EpochMs;
  /** From here on it is unusable and is dropped. */
  readonly goodUntil: EpochMs;
}

/** Failures since the last good answer. */
export interface Trouble {
  readonly failure: Failure;
  /** Consecutive failed calls. */
  readonly failures: number;
  readonly failedAt: EpochMs;
  readonly nextTry: EpochMs;
}

/** State of one upstream. */
export interface SourceState<T> {
  readonly held?: Held<T>;
  readonly trouble?: Trouble;
  readonly lastSuccess?: EpochMs;
}

/** Cache lives, and back-off after failed calls. */
export interface Policy<T> {
  dueAt(value: T, fetchedAt: EpochMs): EpochMs;
  goodFrom(value: T, fetchedAt: EpochMs): EpochMs;
  goodUntil(value: T, fetchedAt: EpochMs): EpochMs;
  /** `failures` counts consecutive failed calls, this one included; `chance` is in [0, 1). */
  waitMs(failure: Failure, failures: number, chance: number): number;
}

/** Exponential back-off: doubles with each failure up to a longest wait, with jitter in its upper quarter. */
export function doubling(firstMs: number, longestMs: number, failures: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return full * (0.75 + 0.25 * chance);
}

/** Whether the service is due for a call. A clock that moved back makes everything due. */
export function isDue<T>({ held, trouble }: SourceState<T>, now: EpochMs): boolean {
  if (trouble) return now >= trouble.nextTry || now < trouble.failedAt;
  return !held || now >= held.dueAt || now < held.fetchedAt;
}

/** The cached answer, while usable. */
export const usable = <T>({ held }: SourceState<T>, now: EpochMs): Held<T> | undefined =>
  held && held.goodFrom <= now && now < held.goodUntil ? held : undefined;

export function afterSuccess<T>(
  value: T,
  fetchedAt: EpochMs,
  policy: Pick<Policy<T>, 'dueAt' | 'goodFrom' | 'goodUntil'>,
): SourceState<T> {
  const held: Held<T> = {
    value,
    fetchedAt,
    dueAt: policy.dueAt(value, fetchedAt),
    goodFrom: policy.goodFrom(value, fetchedAt),
    goodUntil: policy.goodUntil(value, fetchedAt),
  };
  return { held, lastSuccess: fetchedAt };
}

export function afterFailure<T>(
  state: SourceState<T>,
  failure: Failure,
  now: EpochMs,
  chance: number,
  policy: Pick<Policy<T>, 'waitMs'>,
): SourceState<T> {
  const failures = (state.trouble?.failures ?? 0) + 1;
  const nextTry = addMs(now, policy.waitMs(failure, failures, chance));
  const held = usable(state, now);
  return {
    ...(held && { held }),
    ...(state.lastSuccess !== undefined && { lastSuccess: state.lastSuccess }),
    trouble: { failure, failures, failedAt: now, nextTry },
  };
}
