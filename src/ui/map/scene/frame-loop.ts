import { Ticker } from 'pixi.js';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import type { After } from '../../kit/page/timers.ts';

/** A frame of the page styles its animations, which run by themselves between frames. */
const LONGEST_REST_MS = 250;
/** A shorter rest would not leave out a frame. */
const SHORTEST_REST_MS = 16;

/** How long a map rests: half the time that it takes to change. With reduced motion it changes once a second. */
function restFor(unchangedMs: number, isMotionReduced: boolean): number {
  if (isMotionReduced) return MS_PER_S;
  const restMs = Math.min(unchangedMs / 2, LONGEST_REST_MS);
  return restMs < SHORTEST_REST_MS ? 0 : restMs;
}

/** How the frames of a map follow each other. */
export interface FramePacing {
  readonly isMotionReduced: boolean;
  /** A map that rests waits with it; without it each frame of the page is one of the map. */
  readonly after: After | undefined;
  /** Called about once a second with the number of frames so far. */
  readonly onFrames: (frames: number) => void;
}

/** Calls for a frame of the map whenever the page has one, but for rests. */
export interface FrameLoop {
  /** Begins, and ends a rest: something has changed. */
  wake(pace: FramePacing): void;
  stop(): void;
}

/**
 * @param frame draws a frame, and says whether it differs from the one before
 * @param onFailure called when a frame has failed: there is none after it
 */
export function createFrameLoop(
  ticker: Ticker,
  frame: (time: number) => boolean,
  onFailure: (reason: unknown) => void,
): FrameLoop {
  let pace: FramePacing | undefined;
  let count = 0;
  let reportedAt = 0;
  /** When the map changed last, and for how long it had not; `undefined` after a wake. */
  let change: { readonly at: number; readonly afterMs: number } | undefined;
  let endRest: (() => void) | undefined;

  const tick = ({ lastTime }: Ticker): void => {
    if (!pace) return;
    const { isMotionReduced, after, onFrames } = pace;
    let restMs = 0;
    try {
      const hasChanged = frame(lastTime);
      // Also by the frame itself, if it moves the camera.
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
