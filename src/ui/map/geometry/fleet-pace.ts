import type { Frame } from './frame.ts';

/** Time on the wall for which symbols count as racing after they have: a frame without progress is no rest. */
const RACING_MS = 250;
/** Time on the wall without positions after which no symbol is shown: it would be in a wrong place. */
const STALE_MS = 1000;

/** How the symbols of added satellites stand to time. */
export interface FleetPace {
  /**
   * Whether they race: nobody can follow one with the eye, or could a moment ago.
   * @param isFast in this frame
   */
  isRacing(frame: Frame, isFast: boolean): boolean;
  /** Whether they are where their satellites are, or were a moment ago. */
  isCurrent(frame: Frame, hasPositions: boolean): boolean;
}

export function createFleetPace(): FleetPace {
  let racedAt = Number.NEGATIVE_INFINITY;
  /** The first frame for which there were no positions. */
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
