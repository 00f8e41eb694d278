import { UNDO_MS } from '../shared/operations.ts';
import { type EpochMs, MS_PER_S } from '../shared/units.ts';

/** Something that was cancelled, and when. */
export interface Cancellation {
  readonly time: EpochMs;
}

/** The most cancellations that can be taken back at once, the newest ones. */
export const UNDO_CAP = 100;

export const UNDO_EXPIRED = `A cancellation can be taken back for ${UNDO_MS / MS_PER_S} seconds; this one is final.`;

/** Also after a clock that was set back: a cancellation far ahead is as final as one far behind. */
export const canUndo = ({ time }: Cancellation, now: EpochMs): boolean => Math.abs(now - time) <= UNDO_MS;

/** Adds a cancellation and forgets those that are final. */
export const rememberCancellation = <T extends Cancellation>(
  cancellations: readonly T[],
  cancellation: T,
): readonly T[] =>
  [...cancellations.filter((earlier) => canUndo(earlier, cancellation.time)), cancellation].slice(-UNDO_CAP);
