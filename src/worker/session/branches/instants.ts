import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { Instant } from '../../mission/instant.ts';

/** Period of the instants from which the past of a mission is shown. */
export const INSTANT_MS = 10 * MS_PER_MIN;
/** Older instants are kept at one an hour. */
const THINNED_AFTER_MS = MS_PER_DAY;

/** The past of a session is kept for a week: a wall may run at a high rate for days. */
export const KEPT_MS = 7 * MS_PER_DAY;

/** The instants of a mission with a new one, in order of time. After a step back of the clock, later ones are dropped. */
export function keepInstant(kept: readonly Instant[], instant: Instant): readonly Instant[] {
  const earlier = kept.filter(({ time }) => time < instant.time && time >= instant.time - KEPT_MS - MS_PER_H);
  const thinned = earlier.filter(({ time }, index) => {
    const previous = earlier[index - 1];
    const isYoung = time > instant.time - THINNED_AFTER_MS;
    return isYoung || !previous || Math.floor(time / MS_PER_H) !== Math.floor(previous.time / MS_PER_H);
  });
  return [...thinned, instant];
}
