import { UNDO_MS } from '../../../shared/entities/constants.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/** Time at which an item was cancelled. */
export interface Cancellation {
  readonly time: EpochMs;
}

/** Cap on cancellations that can be undone; the newest are kept. */
export const UNDO_CAP = 100;

export const UNDO_EXPIRED = `Undo is available for ${UNDO_MS / MS_PER_S} s of mission time; this cancellation is final.`;

/** The absolute age counts: after the clock moved back, a cancellation far in the future is also final. */
export const canUndo = ({ time }: Cancellation, now: EpochMs): boolean => Math.abs(now - time) <= UNDO_MS;

/** Adds a cancellation and drops those that are final. */
export const rememberCancellation = <T extends Cancellation>(
  cancellations: readonly T[],
  cancellation: T,
): readonly T[] =>
  [...cancellations.filter((earlier) => canUndo(earlier, cancellation.time)), cancellation].slice(-UNDO_CAP);
