import type { EpochMs } from '../../../shared/kit/units.ts';

/** A frame of the map. */
export interface Frame {
  /** Monotonic milliseconds. */
  readonly time: number;
  /** Rate of mission time against wall time. */
  readonly rate: number;
  /**
   * True if so much mission time passes between frames that satellites race over the map. Some things then stay
   * unchanged for part of a second; in the frame after a time jump nothing does.
   */
  readonly isRacing: boolean;
}

/** Rate of mission time from which a satellite crosses a degree in less than half a second. */
const RACING_RATE = 30;

/** Measures the rate of mission time from the frames themselves, including replays and jumps. */
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
