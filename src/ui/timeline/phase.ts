import type { TimelineEvent } from '../../shared/entities.ts';
import type { EpochMs } from '../../shared/units.ts';

/** Where the present moment stands to an event: inside it, before it, or neither (spec §4). */
export type Phase = 'now' | 'ahead' | 'past';

type Period = Pick<TimelineEvent, 'startTime' | 'endTime'>;

/** An event is on from its start, and over at its end; one that ends before it starts is never on. */
export function phaseAt({ startTime, endTime }: Period, now: EpochMs): Phase {
  if (now < startTime) return 'ahead';
  return now < endTime ? 'now' : 'past';
}

/** Accepted as it was entered (spec §5), and said on the event. */
export const endsBeforeStart = ({ startTime, endTime }: Period): boolean => endTime < startTime;
