import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { formatUtcMinute } from '../telemetry/telemetry-words.ts';

/** Time of a future event, rounded, never to a minute in the past. */
export function byAbout(then: EpochMs, now: EpochMs): string {
  if (then - now < MS_PER_MIN) return 'within a minute';
  const minute = Math.ceil(then / MS_PER_MIN) * MS_PER_MIN;
  return `by about ${formatUtcMinute(minute as EpochMs)}`;
}
