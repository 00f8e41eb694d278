import { describe, expect, it } from 'vitest';
import { createFleetPace } from '../../../../src/ui/map/geometry/fleet-pace.ts';

const at = (time: number) => ({ time, rate: 1, isRacing: false });

describe('the symbols of added satellites', () => {
  it('race until a quarter of a second after the last fast frame', () => {
    const pace = createFleetPace();
    const frames: readonly (readonly [time: number, isFast: boolean])[] = [
      [0, false],
      [16, true],
      [32, false],
      [48, true],
      [297, false],
      [299, false],
    ];
    expect(frames.map(([time, isFast]) => pace.isRacing(at(time), isFast))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are shown for a second without positions, however long a frame stands, and at once with them', () => {
    const pace = createFleetPace();
    const frames: readonly (readonly [time: number, hasPositions: boolean])[] = [
      [0, true],
      // With reduced motion, frames are more than a second apart.
      [5000, false],
      [6000, false],
      [6001, false],
      [6100, true],
      [6200, false],
    ];
    expect(frames.map(([time, hasPositions]) => pace.isCurrent(at(time), hasPositions))).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });
});
