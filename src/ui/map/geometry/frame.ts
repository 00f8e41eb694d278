import type { EpochMs } from '../../../shared/kit/units.ts';

/** A frame of the map. */
export interface Frame {
  /** Monotonic milliseconds. */
  readonly time: number;
  /** Mission time against time on the wall. */
  readonly rate: number;
  /**
   * Whether so much mission time passes between frames that satellites race over the map. Then some things stay as they are for
   * a part of a second; in the frame after a jump to another time nothing does.
   */
  readonly isRacing: boolean;
}

/** Rate of mission time from which a satellite crosses a degree in less than half a second. */
const RACING_RATE = 30;

/** Tells from the frames themselves how fast mission time passes: a replay and a jump count as well. */
export function createFrames(): (time: number, now: EpochMs | undefined) => Frame {
  let last: { readonly frame: Frame; readonly now: EpochMs | undefined } | undefined;
  return (time, now) => {
    let rate = last?.frame.rate ?? 1;
    if (last && now !== undefined && last.now !== undefined && time > last.frame.time) {
      rate = (now - last.now) / (time - last.frame.time);
    }
    const frame = { time, rate, isRacing: Math.abs(rate) > RACING_RATE };
    last = { frame, now };
    return frame;
  };
}
