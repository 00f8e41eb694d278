import { createContext, useContext } from 'react';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/** A larger difference is a real jump (suspension, clock change), applied at once. */
export const JUMP_MS = 2 * MS_PER_S;
/** Rate at which a smaller difference is corrected: share of the elapsed time. */
const SLEW_RATE = 0.05;
/** Maximum lag of the shown time behind the last update at a high rate, in wall time. */
const MOST_BEHIND_MS = 500;
/** Maximum lead over the last update at 1× and out of step with UTC: two updates. */
const MOST_AHEAD_MS = 2 * MS_PER_S;
/** Validity of the quickest update: afterwards, later updates mean a clock that moved back, not latency. */
const BELIEF_MS = 10 * MS_PER_S;

export interface MissionTime {
  /**
   * Takes the mission time of an update.
   * @param now monotonic milliseconds of its receipt
   * @param rate mission time per wall time; 0 while paused
   * @param isUtc true if the mission is in step with UTC: it then also advances without updates
   */
  follow(time: EpochMs, now: number, rate: number, isUtc: boolean): void;
  /**
   * Returns the time for moving objects at `now`; `undefined` before the first update. It goes back only if the
   * mission did, or to the instant of a pause.
   */
  at(now: number): EpochMs | undefined;
  /** Returns the time for clocks at `now`: like `at`, but never before the last update, whose data are all shown. */
  timeAt(now: number): EpochMs | undefined;
  /** Returns the latest instant that the mission may have reached by `now`. */
  latestAt(now: number): EpochMs | undefined;
}

interface ReceivedTime {
  readonly time: EpochMs;
  readonly rate: number;
  readonly isUtc: boolean;
  readonly receivedAt: number;
  /** Time shown when it was received. */
  readonly shown: number;
}

/**
 * Mission time on this side of the channel: continues between updates and follows them without jumps. A message can
 * be late but never early, so at 1× the clock follows the quickest recent ones. If the mission's clock moves back a
 * little, this one stops or runs slower until both agree. Above 1×, the progress of a busy machine is unknown, so
 * motion advances to the last update and waits for the next one.
 */
export function createMissionTime(): MissionTime {
  let last: ReceivedTime | undefined;
  /** Set at 1×. */
  let steady: { readonly start: EpochMs; readonly clock: SteadyClock } | undefined;
  let shown = Number.NEGATIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  function follows({ time, rate, isUtc, receivedAt, shown: from }: ReceivedTime, now: number): number {
    if (rate === 0) return time;
    if (steady) {
      const clockTime = steady.start + (steady.clock.at(now) ?? 0);
      return isUtc ? clockTime : Math.min(clockTime, time + MOST_AHEAD_MS);
    }
    const distance = time - from;
    if (distance <= 0) return time;
    const durationMs = Math.min(distance / rate, MOST_BEHIND_MS);
    return time - distance * Math.max(0, 1 - (now - receivedAt) / durationMs);
  }

  function at(now: number): EpochMs | undefined {
    if (!last) return undefined;
    shown = Math.max(shown, follows(last, now));
    return epochMs(shown);
  }

  return {
    follow(time, now, rate, isUtc) {
      at(now);
      const movedBackMs = last ? last.time - time : Number.POSITIVE_INFINITY;
      // A pause happens at one instant, and a page that learns of it late has run past it. The same applies to a
      // seek, another branch or mission, a return to UTC, and a clock that moved back. A late update is never
      // earlier.
      if (rate === 0 || movedBackMs > JUMP_MS) {
        shown = time;
        latest = time;
      }
      if (rate !== 1) steady = undefined;
      else if (last?.rate !== 1) steady = { start: time, clock: createSteadyClock() };
      if (steady) steady.clock.follow(time - steady.start, now);
      last = { time, rate, isUtc, receivedAt: now, shown };
    },
    at,
    timeAt(now) {
      const moving = at(now);
      if (!last || moving === undefined) return undefined;
      latest = Math.max(latest, moving, last.time);
      return epochMs(latest);
    },
    latestAt: (now) => last && addMs(last.time, Math.max(0, now - last.receivedAt) * last.rate),
  };
}

/** A clock in milliseconds since an instant of the mission, at the pace of the wall clock. */
interface SteadyClock {
  follow(time: number, now: number): void;
  at(now: number): number | undefined;
}

function createSteadyClock(): SteadyClock {
  let offset: number | undefined;
  let target = 0;
  let lastNow = 0;
  /** Quickest recent update, and its successors in the window, each slower than the one before. */
  let quickest: readonly { readonly seen: number; readonly now: number }[] = [];

  const slew = (now: number): void => {
    if (offset === undefined) return;
    const reach = Math.max(0, now - lastNow) * SLEW_RATE;
    offset += Math.min(Math.max(target - offset, -reach), reach);
    lastNow = now;
  };

  return {
    follow(time, now) {
      const seen = time - now;
      if (offset === undefined || Math.abs(seen - target) > JUMP_MS) {
        offset = seen;
        target = seen;
        lastNow = now;
        quickest = [{ seen, now }];
        return;
      }
      slew(now);
      const held = quickest.filter((update) => update.seen > seen && now - update.now < BELIEF_MS);
      quickest = [...held, { seen, now }];
      target = quickest[0]?.seen ?? seen;
    },
    at(now) {
      if (offset === undefined) return undefined;
      slew(now);
      return now + offset;
    },
  };
}

/** Mission time at the moment of the call, for animation frames. */
export const MissionTimeContext = createContext<() => EpochMs | undefined>(() => undefined);
export const useMissionTime = (): (() => EpochMs | undefined) => useContext(MissionTimeContext);
