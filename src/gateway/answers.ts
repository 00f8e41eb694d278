import type { AnswerOrigin, LiveSource } from '../shared/contract/live-answers.ts';
import type { Clock } from '../shared/kit/clock.ts';
import { type EpochMs, MS_PER_S } from '../shared/kit/units.ts';
import { withValue } from './at-once.ts';
import { type CachedAnswer, type Outage, type UpstreamState, usable } from './cached-answer.ts';
import type { Caller } from './effects.ts';
import type { Source } from './source.ts';
import { failureReply, type Reply } from './wire.ts';

/** Returns the whole seconds from an instant until now, 0 or more. */
export const secondsSince = (time: EpochMs, now: EpochMs): number =>
  Math.max(0, Math.floor((now - time) / MS_PER_S));

export function originOf(source: LiveSource, ageS: number, isStale: boolean, error?: string): AnswerOrigin {
  return { source, ageS, isStale, ...(error !== undefined && { error }) };
}

/**
 * Returns an answer without data: 504 when the service did not answer in time, 502 when its answer was invalid or it
 * was unreachable, 503 during back-off.
 * @param begunAt time of the request: a failure before it, also in another process, has begun a back-off
 */
export function failureAnswer(
  { failure, failedAt, nextTry }: Omit<Outage, 'failures'>,
  begunAt: EpochMs,
  now: EpochMs,
): Reply {
  const waitS = Math.max(1, Math.ceil((nextTry - now) / MS_PER_S));
  if (failedAt < begunAt) return failureReply(503, failure.message, waitS);
  return failureReply(failure.kind === 'timeout' ? 504 : 502, failure.message, waitS);
}

/** Memoizes the rendering of a state for one period, so that all viewers within it get the same bytes. */
export function memoPerPeriod<State>(
  clock: Clock,
  periodMs: number,
  render: (state: State, now: EpochMs) => Reply,
): (state: State) => Reply {
  let period = Number.NaN;
  let rendered: { readonly state: State; readonly reply: Reply } | undefined;
  return (state) => {
    const now = clock.now();
    const current = Math.floor(now / periodMs);
    if (rendered?.state !== state || period !== current) {
      rendered = { state, reply: render(state, now) };
      period = current;
    }
    return rendered.reply;
  };
}

/** Answers from one upstream with its last usable answer, or the failure. */
export function answerFrom<T>(
  source: Source<T>,
  clock: Clock,
  render: (state: UpstreamState<T>, cached: CachedAnswer<T>, now: EpochMs) => Reply,
): (caller?: Caller) => Reply | Promise<Reply> {
  const good = memoPerPeriod<UpstreamState<T>>(clock, MS_PER_S, (state, now) => {
    const cached = usable(state, now);
    return cached ? render(state, cached, now) : failureReply(502, 'No data cached');
  });
  return (caller) => {
    const begunAt = clock.now();
    return withValue(source.latest(caller), (state) => {
      const now = clock.now();
      if (usable(state, now)) return good(state);
      if (state.outage) return failureAnswer(state.outage, begunAt, now);
      return failureReply(502, 'The cached response has expired; a new one is due', 1);
    });
  };
}
