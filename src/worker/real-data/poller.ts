import { REAL_DATA_CALLS, type RealDataCall } from '../../shared/real-data.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { CALL_LIMIT_MS, ROUND_PERIOD_MS } from '../../shared/time-limits.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../shared/units.ts';
import type { RoundReplies } from './answers.ts';
import type { Gateway } from './gateway.ts';

/** After a failure the next round comes up to this much later, so that a crowd does not return as one. */
export const LONGEST_JITTER_MS = 2 * MS_PER_S;

export interface PollerOptions {
  readonly gateway: Gateway;
  /** Takes what a round brought; `nextTime` is when the next one starts. */
  onRound(replies: RoundReplies, nextTime: EpochMs): void;
  /** A round was due, but the computer is offline. */
  onOffline(): void;
}

/** Makes the three calls of spec §7 together, every 10 s, at the pace of whoever drives it. */
export interface Poller {
  /** Starts the round that is due and cuts the one that takes too long. */
  advanceTo(time: EpochMs): void;
  nextDueTime(): EpochMs;
  /** While offline no round starts; on return one starts with the next `advanceTo`. */
  setOnline(isOnline: boolean): void;
  /** Forgets the round under way and starts anew at an instant, for a clock that was set back. */
  restart(time: EpochMs): void;
}

interface Round {
  readonly startTime: EpochMs;
  readonly abort: AbortController;
  readonly replies: Map<RealDataCall, Result<unknown>>;
}

/** Between 0 and `LONGEST_JITTER_MS`, spread evenly over instants (multiples of the golden ratio). */
const jitterMs = (time: EpochMs): number => ((time * 0.618_033_988_749_895) % 1) * LONGEST_JITTER_MS;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '');

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
      reply = failed(wordsOf(error));
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
    finish(late, `No answer within ${CALL_LIMIT_MS / MS_PER_S} s.`);
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
