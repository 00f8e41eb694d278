import type { LookAhead, PredictedApproach, PredictedCrossing } from '../../../shared/contract/look-ahead.ts';
import { formatLimit } from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs, TimeRange } from '../../../shared/kit/units.ts';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcMinute } from '../../kit/format.ts';

/** A shorter time band is given as one instant. */
const NARROW_MS = 3 * MS_PER_MIN;

/** Time band of what is foreseen: `at about 14:02 UTC, in 25 min`, `in 29 to 72 min`. */
export function bandText({ from, to }: TimeRange, now: EpochMs): string {
  if (to - now < MS_PER_MIN) return 'within a minute';
  if (from - now < MS_PER_MIN) {
    // A time of day this far ahead may be tomorrow's.
    if (to - now >= MS_PER_H) return `at any moment within the next ${Math.ceil((to - now) / MS_PER_H)} h`;
    return `by ${formatUtcMinute(addMs(to, MS_PER_MIN - 1))} UTC`;
  }
  const left = formatAge(from - now);
  if (to - from <= NARROW_MS) return `at about ${formatUtcMinute(from)} UTC, in ${left}`;
  const most = formatAge(addMs(to, MS_PER_MIN - 1) - now);
  const isInMinutes = to - now < MS_PER_H - MS_PER_MIN;
  return `in ${isInMinutes ? Math.floor((from - now) / MS_PER_MIN) : left} to ${most}`;
}

/** `falls below 50 %` */
export const limitText = ({
  channel,
  value,
  isUpper,
}: Pick<PredictedCrossing, 'channel' | 'value' | 'isUpper'>) =>
  `${isUpper ? 'rises above' : 'falls below'} ${formatLimit(channel, value)}`;

/** `falls below 50 % at about 14:02 UTC, in 25 min` */
export const crossingText = (crossing: PredictedCrossing, now: EpochMs): string =>
  `${limitText(crossing)} ${bandText({ from: crossing.from, to: crossing.until }, now)}`;

/** True if two predictions are about one limit: each limit of a channel has a value of its own. */
export const isSameLimit = (one: PredictedApproach, other: PredictedApproach): boolean =>
  one.channel === other.channel && one.value === other.value;

/**
 * Returns the crossings outward that are still to come, in order of time. A limit that noise may cross now or before is
 * left out, and so is one that is crossed already: no time can be said of the next crossing.
 */
export const crossingsAhead = (
  { from, crossings, approaches }: Pick<LookAhead, 'from' | 'crossings' | 'approaches'>,
  now: EpochMs,
): readonly PredictedCrossing[] =>
  crossings.filter(
    (crossing) =>
      crossing.to === 'out' &&
      crossing.until >= now &&
      crossing.from > from &&
      !approaches.some((held) => isSameLimit(held, crossing) && held.from <= crossing.from) &&
      !crossings.some(
        (held) => isSameLimit(held, crossing) && held.to === 'in' && held.from <= crossing.from,
      ),
  );
