import type { Clock } from '../shared/kit/clock.ts';
import { type EpochMs, MS_PER_MIN } from '../shared/kit/units.ts';
import type { Log } from './effects.ts';

export interface CallRecord {
  readonly upstream: string;
  readonly what: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  readonly ms: number;
  readonly status?: number;
  readonly bytes?: number;
  readonly error?: string;
}

export type CallLog = (call: CallRecord) => void;

/** Minimum time between log lines for the same repeated failure: a machine without a network logs little. */
const REPEAT_MS = 10 * MS_PER_MIN;
const REFUSALS_MS = MS_PER_MIN;

const stamp = (now: EpochMs): string => new Date(now).toISOString();

interface LoggedFailure {
  readonly error: string;
  readonly at: EpochMs;
  readonly repeats: number;
}

/** Logs every call, except repetitions of the last failure, which are counted. */
export function createCallLog(log: Log, clock: Clock): CallLog {
  const logged = new Map<string, LoggedFailure>();
  return (call) => {
    const now = clock.now();
    const before = logged.get(call.what);
    const isRepeated = before !== undefined && before.error === call.error;
    if (isRepeated && now - before.at < REPEAT_MS && now >= before.at) {
      logged.set(call.what, { ...before, repeats: before.repeats + 1 });
      return;
    }
    if (call.error === undefined) logged.delete(call.what);
    else logged.set(call.what, { error: call.error, at: now, repeats: 0 });
    const repeats = before?.repeats ?? 0;
    log({ time: stamp(now), event: 'upstream', ...call, ...(repeats > 0 && { failedBefore: repeats }) });
  };
}

/**
 * Counts refused requests by status and logs them at most once a minute, so that clients cannot flood the
 * log.
 */
export function createRefusalLog(log: Log, clock: Clock): (status: number) => void {
  let counts: Record<string, number> = {};
  let loggedAt: EpochMs | undefined;
  return (status) => {
    counts[status] = (counts[status] ?? 0) + 1;
    const now = clock.now();
    if (loggedAt !== undefined && now - loggedAt < REFUSALS_MS && now >= loggedAt) return;
    log({ time: stamp(now), event: 'refused', counts });
    counts = {};
    loggedAt = now;
  };
}
