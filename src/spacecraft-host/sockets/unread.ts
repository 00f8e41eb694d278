import { STORE_OCTETS } from '../../worker/onboard/store.ts';

/** Octets of telemetry kept for the first reader. */
export const MOST_KEPT = 1_000_000;

/**
 * Octets that a reader may leave unread before it is disconnected: what was kept for it, a full packet store, which is
 * dumped within one tick at a high rate, and as much again, which is hours at 1x and minutes at 60x.
 */
export const MOST_UNREAD = MOST_KEPT + STORE_OCTETS + 1_000_000;

/** What the operator is told of it. */
export const UNREAD_TEXT = `has left ${MOST_UNREAD / 1e6} MB unread and was disconnected.`;
