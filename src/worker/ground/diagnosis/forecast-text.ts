import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { Band } from '../../spacecraft/forecast.ts';
import { formatUtcMinute } from '../telemetry/telemetry-text.ts';

const minuteBefore = (time: EpochMs): EpochMs => addMs(time, -(time % MS_PER_MIN));
const minuteAfter = (time: EpochMs): EpochMs => minuteBefore(addMs(time, MS_PER_MIN - 1));

/** Formats the time of a future event, rounded up to a whole minute. */
export function byAbout(then: EpochMs, now: EpochMs): string {
  if (then - now < MS_PER_MIN) return 'within a minute';
  return `by about ${formatUtcMinute(minuteAfter(then))}`;
}

/** Widens a time band to the whole minutes in which it is stated. */
export const statedBand = ({ from, until }: Band): Band => ({
  from: minuteBefore(from),
  until: minuteAfter(until),
});

/** Formats a time band, widened to whole minutes: "between 13:14 and 13:26 UTC". */
export function within(band: Band, now: EpochMs): string {
  const { from, until } = statedBand(band);
  if (until - now < MS_PER_MIN) return 'within a minute';
  if (from <= now) return `by ${formatUtcMinute(until)}`;
  return `between ${formatUtcMinute(from).replace(' UTC', '')} and ${formatUtcMinute(until)}`;
}
