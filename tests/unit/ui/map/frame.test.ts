import { describe, expect, it } from 'vitest';
import { addMs, epochMs } from '../../../../src/shared/kit/units.ts';
import { createFrames } from '../../../../src/ui/map/geometry/frame.ts';

const START = epochMs(Date.UTC(2026, 10, 20, 12));

describe('the frames of the map', () => {
  it('race at a high rate of mission time, forwards and backwards, and not at 10×', () => {
    for (const [rate, expected] of [
      [1, false],
      [10, false],
      [60, true],
      [3600, true],
      [-600, true],
    ] as const) {
      const frameAt = createFrames();
      frameAt(1000, START);
      const frame = frameAt(1016, addMs(START, 16 * rate));
      expect(frame).toMatchObject({ time: 1016, isRacing: expected });
      expect(frame.rate).toBeCloseTo(rate, 9);
    }
  });

  it('do not race any more in the frame after a jump', () => {
    const frameAt = createFrames();
    frameAt(1000, START);
    expect(frameAt(1016, addMs(START, 100_000)).isRacing).toBe(true);
    expect(frameAt(1032, addMs(START, 100_016)).isRacing).toBe(false);
  });

  it('go on as before if one is drawn twice, or while mission time is unknown', () => {
    const frameAt = createFrames();
    frameAt(1000, START);
    frameAt(1016, addMs(START, 57_600));
    expect(frameAt(1016, addMs(START, 57_600)).isRacing).toBe(true);
    expect(frameAt(1032, undefined).isRacing).toBe(true);
  });
});
