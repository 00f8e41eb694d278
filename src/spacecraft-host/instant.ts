import { isMissionTime } from '../shared/kit/mission-years.ts';
import { type EpochMs, epochMs } from '../shared/kit/units.ts';

/** With its zone: without one its meaning would depend on the machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;
const MINUTE_LENGTH = '2026-11-20T12:00'.length;

/** What `readInstant` reads, for messages. */
export const INSTANT_TEXT = 'an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z';

/** Reads an instant of UTC; `undefined` if there is none, such as 30 February. */
export function readInstant(text: string): EpochMs | undefined {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (!isMissionTime(time)) return undefined;
  // Date.parse takes 30 February for 2 March, and 24:00 for the next day.
  const isReal = new Date(time).toISOString().startsWith(text.slice(0, MINUTE_LENGTH));
  return isReal ? epochMs(time) : undefined;
}
