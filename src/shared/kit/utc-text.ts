import { type EpochMs, epochMs } from './units.ts';

const UTC_TEXT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?Z?$/;

/** Valid years of mission time and of plans; typing errors (year 0202, 20261) are outside. */
const FIRST_YEAR = 1970;
export const LAST_YEAR = 2199;

/** Parses a UTC instant in 24-hour format; `undefined` if invalid. */
export function parseUtc(text: string): EpochMs | undefined {
  const parts = UTC_TEXT.exec(text.trim());
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = parts;
  const time = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  const spelled = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const isReal = !Number.isNaN(time) && new Date(time).toISOString() === spelled;
  return isReal && +year >= FIRST_YEAR && +year <= LAST_YEAR ? epochMs(time) : undefined;
}

const CLOCK_TEXT = /^(\d\d?):?(\d\d)$/;

/** Formats an instant for a form field: `2026-11-20 15:12`, with non-zero seconds. */
export const utcFieldText = (time: EpochMs): string =>
  new Date(time).toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '');

/** Normalizes the input of an instant. A time alone (`15:12`, `1512`) means today; invalid text stays. */
export function tidyUtcText(text: string, now: EpochMs | undefined): string {
  const typed = text.trim();
  const [, hour = '', minute = ''] = CLOCK_TEXT.exec(typed) ?? [];
  const full =
    hour !== '' && now !== undefined
      ? `${new Date(now).toISOString().slice(0, 10)} ${hour.padStart(2, '0')}:${minute}`
      : typed;
  const time = parseUtc(full);
  return time === undefined ? text : utcFieldText(time);
}
