import { createContext, useContext } from 'react';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/units.ts';

/** A larger difference is a real jump (suspension, clock change) and applied at once. */
const JUMP_MS = 2 * MS_PER_S;
/** Rate at which a smaller difference is corrected: share of the elapsed time. */
const SLEW_RATE = 0.05;
/** Validity of the quickest update: after this, later updates mean a clock that moved back, not latency. */
const BELIEF_MS = 10 * MS_PER_S;

export interface MissionTime {
  /**
   * Takes the mission time of an update.
   * @param now monotonic milliseconds of its receipt
   * @param rate of mission time against wall time; 0 while it stands still
   */
  follow(time: EpochMs, now: number, rate: number): void;
  /** Mission time at `now`, `undefined` before the first update. Monotonic except for a real jump. */
  at(now: number): EpochMs | undefined;
}

/**
 * Mission time on this side of the channel: continues between updates and follows them without jumps. A
 * message can be late but never early, so the clock follows the recent quickest ones. If the mission's clock
 * moved back a little, this one runs slower, and never backwards, until both agree.
 */
export function createMissionTime(): MissionTime {
  let pace: { readonly time: EpochMs; readonly rate: number; readonly clock: SteadyClock } | undefined;

  return {
    follow(time, now, rate) {
      // At another rate time goes on from the update.
      if (!pace || pace.rate !== rate) pace = { time, rate, clock: createSteadyClock() };
      if (rate === 0) pace = { ...pace, time };
      else pace.clock.follow((time - pace.time) / rate, now);
    },
    at(now) {
      if (!pace) return undefined;
      const { time, rate, clock } = pace;
      return rate === 0 ? time : addMs(time, (clock.at(now) ?? 0) * rate);
    },
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
  /** Quickest recent update, and its successors in the window: each slower than the one before. */
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
