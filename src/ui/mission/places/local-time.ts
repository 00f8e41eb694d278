import type { EpochMs } from '../../../shared/kit/units.ts';

/** Whether the browser knows a time zone by this name. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone of the browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA time zones that can be chosen, with the browser's own. */
export const timeZones = (): readonly string[] =>
  [...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

/** `Mon 15:12`, at an instant in a time zone. */
export const formatLocalTime = (time: EpochMs, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
