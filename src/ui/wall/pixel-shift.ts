import { type EpochMs, MS_PER_MIN } from '../../shared/kit/units.ts';

export interface PixelShift {
  readonly x: number;
  readonly y: number;
}

/** Steps to each side of the middle; the edge of the stage leaves space for them. */
const REACH = 4;
const SIDE = 2 * REACH;
const STEPS = 4 * SIDE;

/**
 * Returns the shift of the image against burn-in: around a small square in 32 minutes, one step per minute along
 * one axis, too slow to notice.
 */
export function pixelShift(time: EpochMs): PixelShift {
  const step = Math.floor(time / MS_PER_MIN) % STEPS;
  const along = (step % SIDE) - REACH;
  const corners: readonly PixelShift[] = [
    { x: along, y: -REACH },
    { x: REACH, y: along },
    { x: -along, y: REACH },
    { x: -REACH, y: -along },
  ];
  return corners[Math.floor(step / SIDE)] ?? { x: 0, y: 0 };
}
