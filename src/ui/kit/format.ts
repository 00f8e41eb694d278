import { formatDuration, formatNumber } from '../../shared/kit/quantity-text.ts';
import {
  type Degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_MIN,
  MS_PER_S,
  type TimeRange,
} from '../../shared/kit/units.ts';
import { utcFieldText } from '../../shared/kit/utc-text.ts';

/** Human-readable text. Times are UTC; a minus is U+2212, as wide as a plus. */

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * Formats a whole number of 0 or more with thousands separators: `1,000`. The first use of `Intl` in a page, which
 * `toLocaleString` is, loads language data for 15 to 45 ms.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats an angle of the full circle, below 360° when rounded: `293°` */
export function formatBearing(angle: number, decimals: number): string {
  const scale = 10 ** decimals;
  return `${formatNumber((Math.round(angle * scale) / scale) % 360, decimals)}°`;
}

/** `2026-11-20` */
export const formatUtcDate = (time: EpochMs): string => new Date(time).toISOString().slice(0, 10);

/** `15:12:07` */
export const formatUtcTime = (time: EpochMs): string => new Date(time).toISOString().slice(11, 19);

/** `15:12` */
export const formatUtcMinute = (time: EpochMs): string => formatUtcTime(time).slice(0, 5);

/** `15:12`, with seconds only if not zero. */
export const formatTimeOfDay = (time: EpochMs): string => formatUtcTime(time).replace(/:00$/, '');

/** Formats a time, omitting today's date: `14:30`, `14:30:07` with seconds, `2026-11-21 14:30` on another day. */
export function formatInstant(time: EpochMs, today: string | undefined, format = formatTimeOfDay): string {
  const date = formatUtcDate(time);
  return date === today ? format(time) : `${date} ${format(time)}`;
}

/** Formats both ends of a period, each with its date if that differs from the one before, which at first is today's. */
export const formatPeriod = (
  { from, to }: TimeRange,
  today: string | undefined,
  format = formatTimeOfDay,
): { readonly start: string; readonly end: string } => ({
  start: formatInstant(from, today, format),
  end: formatInstant(to, formatUtcDate(from), format),
});

/** Formats an instant for a date and time field, rounded to the minute. */
export const toFieldTime = (time: EpochMs): string =>
  utcFieldText(epochMs(Math.round(time / MS_PER_MIN) * MS_PER_MIN));

/** Formats the time since mission start: `7d 03:12:07`. */
export function formatElapsed(durationMs: number): string {
  const totalSeconds = Math.max(0, Math.floor(durationMs / MS_PER_S));
  const days = Math.floor(totalSeconds / (MS_PER_DAY / MS_PER_S));
  const hours = Math.floor(totalSeconds / 3600) % 24;
  const minutes = Math.floor(totalSeconds / 60) % 60;
  return `${days}d ${pad(hours)}:${pad(minutes)}:${pad(totalSeconds % 60)}`;
}

/** Like `formatElapsed`, without zero days: `00:14:32`, `1d 02:03:04`; never negative. */
export const formatClock = (durationMs: number): string => {
  const elapsed = formatElapsed(durationMs);
  return durationMs < MS_PER_DAY ? elapsed.slice('0d '.length) : elapsed;
};

/** `24.10° S` */
export const formatLatitude = (latitude: Degrees): string =>
  `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}`;

/** `11.80° W` */
export const formatLongitude = (longitude: Degrees): string =>
  `${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`;

/** A time of day relative to another: `06:42:12 +1d` on a later day. */
export function formatUtcTimeFrom(time: EpochMs, now: EpochMs, format = formatUtcTime): string {
  const days = Math.floor(time / MS_PER_DAY) - Math.floor(now / MS_PER_DAY);
  return days === 0 ? format(time) : `${format(time)} ${days > 0 ? '+' : '−'}${Math.abs(days)}d`;
}

/**
 * Time left in its two largest units: `12 s`, `4 min 12 s`, `1 h 02 min`, `2 d 3 h`; zero for the past.
 * Truncated like the times beside it, so that the two add up.
 */
export function formatTimeLeft(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / MS_PER_S));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${pad(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${pad(seconds % 60)} s` : `${seconds} s`;
}

/** Like `formatTimeLeft`, but in seconds below two minutes: `75 s`, `20 min`. */
export const formatShortLeft = (durationMs: number): string =>
  durationMs < 2 * MS_PER_MIN ? `${Math.floor(durationMs / MS_PER_S)} s` : formatTimeLeft(durationMs);

/** A duration, in whole minutes from one minute: `3 s`, `2 min`, `1 h 5 min`, `45 d`; 0 s for the future. */
export const formatAge = (ageMs: number): string =>
  formatDuration(ageMs < MS_PER_MIN ? ageMs : ageMs - (ageMs % MS_PER_MIN));

const BEFORE_UNIT =
  /(?<=\d) (?=(?:%|°C|V|A|W|dB|MB|GB|km|s|min|h|d|points?|UTC)(?![\p{L}\d]))|(?<=°) (?=[NSEW](?!\p{L}))/gu;

/** Joins figures and units with non-breaking spaces, also before `UTC`. */
export const withUnitsJoined = (text: string): string => text.replaceAll(BEFORE_UNIT, '\u00a0');

/** Age: `12 s ago`, `2 h 5 min ago`. */
export const formatAgo = (ageMs: number): string =>
  ageMs < MS_PER_S ? 'just now' : `${formatAge(ageMs)} ago`;
