import { type EpochMs, epochMs } from './units.ts';

const UTC_TEXT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?Z?$/;

/** The years that a mission can be planned in; a typing slip (year 0202, 20261) lies outside. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

/** A UTC instant from its text, as a form's `datetime-local` field gives it; `undefined` where it is none. */
export function parseUtc(text: string): EpochMs | undefined {
  const parts = UTC_TEXT.exec(text.trim());
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = parts;
  const time = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  const spelled = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const isReal = !Number.isNaN(time) && new Date(time).toISOString() === spelled;
  return isReal && +year >= FIRST_YEAR && +year <= LAST_YEAR ? epochMs(time) : undefined;
}
