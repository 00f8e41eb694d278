import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** Everything periodic runs on a UTC grid that begins at the epoch, independent of when a mission begins. */

/** Returns the last grid instant of a period up to an instant. */
export const gridBefore = (time: number, periodMs: number): EpochMs =>
  epochMs(Math.floor(time / periodMs) * periodMs);

/** Returns the first grid instant of a period after an instant. */
export const gridAfter = (time: number, periodMs: number): EpochMs =>
  epochMs((Math.floor(time / periodMs) + 1) * periodMs);

export const isOnGrid = (time: EpochMs, periodMs: number): boolean => time % periodMs === 0;
