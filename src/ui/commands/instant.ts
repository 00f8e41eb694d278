import { type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { utcFieldText } from '../../shared/utc-text.ts';
import { formatUtcDate, formatUtcTime } from '../kit/format.ts';

/** A time in the queue: `14:30`, `14:30:07` with seconds, `2026-11-21 14:30` on another day. */
export function formatInstant(time: EpochMs, today: string | undefined): string {
  const clock = formatUtcTime(time);
  const short = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  const date = formatUtcDate(time);
  return date === today ? short : `${date} ${short}`;
}

/** An instant in a date and time field, rounded to the minute. */
export const toFieldTime = (time: EpochMs): string =>
  utcFieldText(epochMs(Math.round(time / MS_PER_MIN) * MS_PER_MIN));
