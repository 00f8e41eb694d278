import type { TimelineEvent } from '../../shared/entities.ts';
import { type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime } from '../kit/format.ts';

const UNITS = [
  [MS_PER_DAY, 'd'],
  [MS_PER_H, 'h'],
  [MS_PER_MIN, 'min'],
  [MS_PER_S, 's'],
] as const;

/** `2 d 3 h`, `1 h 30 min`, `45 s`; `0 min` for zero. */
export function formatDuration(durationMs: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, durationMs);
  for (const [unitMs, unit] of UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ') || '0 min';
}

/** `15:12`, with seconds only if not zero. */
export const formatTimeOfDay = (time: EpochMs): string => formatUtcTime(time).replace(/:00$/, '');

export const dayOf = (time: EpochMs): number => Math.floor(time / MS_PER_DAY);

/** Start and end of an event, each with its date if different from the previous one, first from today's. */
export function formatPeriod(
  { startTime, endTime }: Pick<TimelineEvent, 'startTime' | 'endTime'>,
  today: number | undefined,
): { readonly start: string; readonly end: string } {
  const withDate = (time: EpochMs) => `${formatUtcDate(time)} ${formatTimeOfDay(time)}`;
  const isPlain = dayOf(startTime) === today;
  return {
    start: isPlain ? formatTimeOfDay(startTime) : withDate(startTime),
    end: dayOf(endTime) === dayOf(startTime) ? formatTimeOfDay(endTime) : withDate(endTime),
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Label of a tick: the time, and at midnight the new day. */
export function formatTick(time: EpochMs): string {
  if (time % MS_PER_DAY !== 0) return formatUtcMinute(time);
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}
