import { Ticker } from 'pixi.js';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import type { After } from '../../kit/page/timers.ts';

/** Limits rests: a frame also styles the page's animations, which otherwise run on their own. */
const LONGEST_REST_MS = 250;
/** A shorter rest would not skip a frame. */
const SHORTEST_REST_MS = 16;

/** Returns the rest of a map: half the time that it takes to change. With reduced motion it changes once a second. */
function restFor(unchangedMs: number, isMotionReduced: boolean): number {
  if (isMotionReduced) return MS_PER_S;
  const restMs = Math.min(unchangedMs / 2, LONGEST_REST_MS);
  return restMs < SHORTEST_REST_MS ? 0 : restMs;
}

/** Frame pacing of a map. */
export interface FramePacing {
  readonly isMotionReduced: boolean;
  /** Timer for rests; without it each frame of the page is one of the map. */
  readonly after: After | undefined;
  /** Called about once a second with the number of frames so far. */
  readonly onFrames: (frames: number) => void;
}

/** Requests a frame of the map with each frame of the page, except during rests. */
export interface FrameLoop {
  /** Starts, or ends a rest after a change. */
  wake(pace: FramePacing): void;
  stop(): void;
}

/**
 * @param frame draws a frame, and returns true if it differs from the previous one
 * @param onFailure called when a frame has failed; no frame follows
 */
export function createFrameLoop(
  ticker: Ticker,
  frame: (time: number) => boolean,
  onFailure: (reason: unknown) => void,
): FrameLoop {
  let pace: FramePacing | undefined;
  let count = 0;
  let reportedAt = 0;
  /** Time of the map's last change, and the unchanged time before it; `undefined` after a wake. */
  let change: { readonly at: number; readonly afterMs: number } | undefined;
  let endRest: (() => void) | undefined;

  const tick = ({ lastTime }: Ticker): void => {
    if (!pace) return;
    const { isMotionReduced, after, onFrames } = pace;
    let restMs = 0;
    try {
      const hasChanged = frame(lastTime);
      // The frame itself may wake it, if it moves the camera.
      const wasWoken = change === undefined;
      const last = change ?? { at: lastTime, afterMs: 0 };
      const { at, afterMs } = hasChanged ? { at: lastTime, afterMs: lastTime - last.at } : last;
      change = { at, afterMs };
      if (!wasWoken) restMs = restFor(Math.max(afterMs, lastTime - at), isMotionReduced);
    } catch (reason) {
      ticker.remove(tick);
      onFailure(reason);
      return;
    }
    count += 1;
    if (after && restMs > 0) {
      ticker.stop();
      endRest = after(restMs, () => ticker.start());
    }
    if (lastTime - reportedAt < MS_PER_S) return;
    reportedAt = lastTime;
    Ticker.system.update();
    onFrames(count);
  };
  ticker.add(tick);

  return {
    wake(next) {
      pace = next;
      endRest?.();
      change = undefined;
      ticker.start();
    },
    stop() {
      endRest?.();
      ticker.stop();
    },
  };
}
