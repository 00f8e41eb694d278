import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import { formatUtcMinute } from '../../kit/format.ts';

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
