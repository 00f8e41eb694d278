import { REAL_DATA_CALLS, type RealDataCall } from '../../../shared/contract/real-data.ts';
import { CALL_LIMIT_MS, ROUND_PERIOD_MS } from '../../../shared/contract/time-limits.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { RoundReplies } from './answers.ts';
import type { Gateway } from './gateway.ts';

/** Longest random delay of the round after a failure, so that clients do not all return at once. */
export const LONGEST_JITTER_MS = 2 * MS_PER_S;

export interface PollerOptions {
  readonly gateway: Gateway;
  /** Receives the results of a round; `nextTime` is the start of the next. */
  onRound(replies: RoundReplies, nextTime: EpochMs): void;
  /** Called when a round was due while the computer was offline. */
  onOffline(): void;
}

/** Makes the three calls of spec §7 together, every 10 s; its owner advances the time. */
export interface Poller {
  /** Starts the due round and aborts one that exceeds its time limit. */
  advanceTo(time: EpochMs): void;
  nextDueTime(): EpochMs;
  /** While offline no round starts; once online one starts with the next `advanceTo`. */
  setOnline(isOnline: boolean): void;
  /** Drops the round in progress and restarts at an instant, after the clock moved back. */
  restart(time: EpochMs): void;
}

interface Round {
  readonly startTime: EpochMs;
  readonly abort: AbortController;
  readonly replies: Map<RealDataCall, Result<unknown>>;
}

/** Returns a delay up to `LONGEST_JITTER_MS`, distributed evenly over instants (multiples of the golden ratio). */
const jitterMs = (time: EpochMs): number => ((time * 0.618_033_988_749_895) % 1) * LONGEST_JITTER_MS;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

export function createPoller({ gateway, onRound, onOffline }: PollerOptions, start: EpochMs): Poller {
  let nextTime = start;
  let round: Round | undefined;
  let isOnline = true;

  function finish(finished: Round, missing: string): void {
    if (finished !== round) return;
    round = undefined;
    const replyOf = (call: RealDataCall) => finished.replies.get(call) ?? failed(missing);
    const replies: RoundReplies = {
      issPosition: replyOf('issPosition'),
      astronauts: replyOf('astronauts'),
      satellitePositions: replyOf('satellitePositions'),
    };
    const hasFailed = REAL_DATA_CALLS.some((call) => !replies[call].ok);
    nextTime = addMs(finished.startTime, ROUND_PERIOD_MS + (hasFailed ? jitterMs(finished.startTime) : 0));
    onRound(replies, nextTime);
  }

  async function ask(started: Round, call: RealDataCall): Promise<void> {
    let reply: Result<unknown>;
    try {
      reply = succeeded(await gateway.call(call, started.abort.signal));
    } catch (error) {
      reply = failed(messageOf(error));
    }
    started.replies.set(call, reply);
    if (started.replies.size === REAL_DATA_CALLS.length) finish(started, '');
  }

  function startRound(time: EpochMs): void {
    const started: Round = { startTime: time, abort: new AbortController(), replies: new Map() };
    round = started;
    for (const call of REAL_DATA_CALLS) void ask(started, call);
  }

  function cut(late: Round): void {
    finish(late, `No response within ${CALL_LIMIT_MS / MS_PER_S} s.`);
    late.abort.abort();
  }

  return {
    advanceTo(time) {
      if (round && time - round.startTime >= CALL_LIMIT_MS) cut(round);
      if (round || time < nextTime) return;
      if (isOnline) {
        startRound(time);
        return;
      }
      nextTime = addMs(time, ROUND_PERIOD_MS);
      onOffline();
    },
    nextDueTime: () => (round ? addMs(round.startTime, CALL_LIMIT_MS) : nextTime),
    setOnline(isNowOnline) {
      if (isNowOnline && !isOnline) nextTime = epochMs(-Infinity);
      isOnline = isNowOnline;
    },
    restart(time) {
      round?.abort.abort();
      round = undefined;
      nextTime = time;
    },
  };
}
