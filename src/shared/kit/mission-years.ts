import { type EpochMs, epochMs, MS_PER_S } from './units.ts';
import { LAST_YEAR } from './utc-text.ts';

/** Mission time ends at a whole second, one second before the year ends, so that the next step still fits. */
const LAST_TIME = Date.UTC(LAST_YEAR + 1, 0, 1) - MS_PER_S;

/** Returns the nearest valid mission time, in the years 1970 to 2199. */
export const asMissionTime = (time: number): EpochMs => epochMs(Math.min(Math.max(0, time), LAST_TIME));

export const isMissionTime = (time: number): boolean => asMissionTime(time) === time;
