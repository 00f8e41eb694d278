import type { Frame } from './frame.ts';

/** Wall time for which symbols still count as racing: a frame without progress is no rest. */
const RACING_MS = 250;
/** Wall time without positions after which no symbol is shown, because it would be misplaced. */
const STALE_MS = 1000;

/** Speed and currency of the symbols of added satellites. */
export interface FleetPace {
  /**
   * True if they move, or recently moved, too fast to follow with the eye.
   * @param isFast in this frame
   */
  isRacing(frame: Frame, isFast: boolean): boolean;
  /** True if their positions are, or recently were, current. */
  isCurrent(frame: Frame, hasPositions: boolean): boolean;
}

export function createFleetPace(): FleetPace {
  let racedAt = Number.NEGATIVE_INFINITY;
  /** Time of the first frame without positions. */
  let missedAt: number | undefined;
  return {
    isRacing({ time }, isFast) {
      if (isFast) racedAt = time;
      return time - racedAt < RACING_MS;
    },
    isCurrent({ time }, hasPositions) {
      missedAt = hasPositions ? undefined : (missedAt ?? time);
      return missedAt === undefined || time - missedAt <= STALE_MS;
    },
  };
}
