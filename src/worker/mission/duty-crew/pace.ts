import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';

/** Human delays in seconds: to notice a new line, to read and decide, to press Execute, to leave SAFE, to plan. */
export const DELAYS_S = {
  notice: [15, 60],
  answer: [40, 150],
  routine: [8, 30],
  recover: [90, 240],
  plan: [300, 900],
} as const;

/** Delays of someone who expects the event. */
export const BRISK_DELAYS_S = { notice: [5, 10], answer: [8, 14] } as const;
export const BRISK_VERIFY_MS = 10 * MS_PER_S;

/** Time from the end of a command until its effect is judged. */
export const VERIFY_MS = MS_PER_MIN;
/** Time for which a fault is left to the retry of on-board FDIR, unless its severity is High or Critical. */
export const WATCH_MS = 5 * MS_PER_MIN;
/** An unsuccessful command is sent once more; then the anomaly is reviewed periodically. */
export const TRIES = 2;
export const LOOK_AGAIN_MS = 15 * MS_PER_MIN;
/** An anomaly without a suggested command is reviewed after this time. */
export const NO_SUGGESTION_MS = MS_PER_MIN;
/** Retry delay without a link. */
export const NO_LINK_MS = 30 * MS_PER_S;
/** Shifts begin at 02:00 and 14:00 UTC. Each plans as it begins. */
export const FIRST_SHIFT_MS = 2 * MS_PER_H;
export const SHIFT_MS = 12 * MS_PER_H;
/** With less than this planned, the crew does not wait for the next shift. */
export const LEAST_PLAN_MS = 8 * MS_PER_H;
/** Least time from planning to the first planned event. */
export const PLAN_LEAD_MS = 30 * MS_PER_MIN;
