import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** Everything periodic runs on a grid of UTC that begins at the epoch, whatever instant a mission begins at. */

/** Last instant of a period's grid up to an instant. */
export const gridBefore = (time: number, periodMs: number): EpochMs =>
  epochMs(Math.floor(time / periodMs) * periodMs);

/** First instant of a period's grid after an instant. */
export const gridAfter = (time: number, periodMs: number): EpochMs =>
  epochMs((Math.floor(time / periodMs) + 1) * periodMs);

export const isOnGrid = (time: EpochMs, periodMs: number): boolean => time % periodMs === 0;
