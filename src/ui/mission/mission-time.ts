import { createContext, useContext } from 'react';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/units.ts';

/** A difference larger than this is a real jump (sleep, clock set): it is followed at once. */
const JUMP_MS = 2 * MS_PER_S;
/** How fast a smaller difference is made up: this share of the time that passes. */
const SLEW_RATE = 0.05;
/** How long the quickest update is believed: that none has been as quick since is then no lateness, but a clock set back. */
const BELIEF_MS = 10 * MS_PER_S;

export interface MissionTime {
  /**
   * Takes the mission time of an update.
   * @param now monotonic milliseconds at which it was received
   */
  follow(time: EpochMs, now: number): void;
  /** Mission time at `now`, `undefined` before the first update. Never runs backwards but for a real jump. */
  at(now: number): EpochMs | undefined;
}

/**
 * Mission time on this side of the channel: runs on by itself between updates and follows them without a hop. A
 * message is only ever late, never early, so the clock is driven by the quickest ones of late. Where the mission's own was
 * set back a little it runs slower, and never backwards, until it has come back to it.
 */
export function createMissionTime(): MissionTime {
  let offset: number | undefined;
  let target = 0;
  let lastNow = 0;
  /** The quickest update of the last while, and those after it that are to follow it as such: ever slower ones. */
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
      return addMs(now as EpochMs, offset);
    },
  };
}

/** Gives mission time at the moment of the call, for what draws on every frame. */
export const MissionTimeContext = createContext<() => EpochMs | undefined>(() => undefined);
export const useMissionTime = (): (() => EpochMs | undefined) => useContext(MissionTimeContext);
