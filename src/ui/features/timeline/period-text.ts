import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute, formatUtcTime } from '../../kit/format.ts';

/** `15:12`, with seconds only if not zero. */
export const formatTimeOfDay = (time: EpochMs): string => formatUtcTime(time).replace(/:00$/, '');

export const dayOf = (time: EpochMs): number => Math.floor(time / MS_PER_DAY);

/** Formats start and end of an event, each with its date if different from the previous one, initially today's. */
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

/** Label of a tick: the time, or the new day at midnight. */
export function formatTick(time: EpochMs): string {
  if (time % MS_PER_DAY !== 0) return formatUtcMinute(time);
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** Returns the description of an event, and the reason for which it is planned although it lacks something. */
export const eventText = ({ description, waiver }: Pick<TimelineEvent, 'description' | 'waiver'>): string =>
  [description, waiver && `Reason given: ${isolated(waiver)}`].filter(Boolean).join('\n');
