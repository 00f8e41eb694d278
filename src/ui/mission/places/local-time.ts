import type { EpochMs } from '../../../shared/kit/units.ts';

/** Returns true if the browser knows a time zone by this name. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the IANA time zones to choose from, including the browser's own. */
export const timeZones = (): readonly string[] =>
  [...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

/** Formats an instant in a time zone: `Mon 15:12`. */
export const formatLocalTime = (time: EpochMs, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
