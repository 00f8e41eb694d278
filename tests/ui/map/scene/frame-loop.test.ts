import { Ticker } from 'pixi.js';
import { describe, expect, it, vi } from 'vitest';
import { createFrameLoop, type FramePacing } from '../../../../src/ui/map/scene/frame-loop.ts';

/** Creates a loop whose frames the test triggers, and which change nothing. */
function setUp() {
  const ticker = new Ticker();
  vi.spyOn(ticker, 'start').mockReturnValue();
  vi.spyOn(ticker, 'stop').mockReturnValue();
  const rests: number[] = [];
  const pace = {
    isMotionReduced: false,
    after(delayMs: number) {
      rests.push(delayMs);
      return () => undefined;
    },
    onFrames: vi.fn(),
  } satisfies FramePacing;
  const frame = vi.fn(() => false);
  const onFailure = vi.fn();
  const loop = createFrameLoop(ticker, frame, onFailure);
  const showFrames = (times: readonly number[]): void => {
    for (const time of times) {
      // A ticker reports the time of the previous frame.
      ticker.lastTime = time;
      ticker.update(time + 1);
    }
  };
  return { showFrames, rests, pace, frame, onFailure, loop };
}

describe('the frames of a map', () => {
  it('rest for half the time for which nothing has changed, a quarter of a second at most', () => {
    const { showFrames, rests, pace, loop } = setUp();
    loop.wake(pace);
    showFrames([1000, 1010, 1020, 1100, 3000]);
    // Rests neither after the frame of the wake nor for less than a frame.
    expect(rests).toEqual([50, 250]);
  });

  it('come once a second with reduced motion', () => {
    const { showFrames, rests, pace, loop } = setUp();
    loop.wake({ ...pace, isMotionReduced: true });
    showFrames([1000, 1020]);
    expect(rests).toEqual([1000]);
  });

  it('end with one that fails', () => {
    const { showFrames, pace, frame, onFailure, loop } = setUp();
    frame.mockImplementation(() => {
      throw new Error('no such texture');
    });
    loop.wake(pace);
    showFrames([1000, 1020]);
    expect(frame).toHaveBeenCalledOnce();
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('no such texture'));
  });

  it('are counted about once a second', () => {
    const { showFrames, pace, loop } = setUp();
    loop.wake(pace);
    showFrames([1000, 1500, 1900, 2100]);
    expect(pace.onFrames.mock.calls).toEqual([[1], [4]]);
  });
});
