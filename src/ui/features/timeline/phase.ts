import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** Phase of an event relative to the current time (spec §4). */
export type Phase = 'now' | 'ahead' | 'past';

type EventPeriod = Pick<TimelineEvent, 'startTime' | 'endTime'>;

/**
 * An event is current from its start and past at its end; one that ends before it starts is never current.
 */
export function phaseAt({ startTime, endTime }: EventPeriod, now: EpochMs): Phase {
  if (now < startTime) return 'ahead';
  return now < endTime ? 'now' : 'past';
}

/** Such input is accepted (spec §5), and noted on the event. */
export const endsBeforeStart = ({ startTime, endTime }: EventPeriod): boolean => endTime < startTime;
