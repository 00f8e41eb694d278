import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { Instant } from '../../mission/instant.ts';

/** Period of the instants from which the past of a mission is shown. */
export const INSTANT_MS = 10 * MS_PER_MIN;
/** Older instants are thinned to one per hour. */
const THINNED_AFTER_MS = MS_PER_DAY;

/** The past of a session is kept for a week: a wall display may run at a high rate for days. */
export const KEPT_MS = 7 * MS_PER_DAY;

/** Adds a new instant to those of a mission, in order of time. After the clock moved back, later ones are dropped. */
export function keepInstant(kept: readonly Instant[], instant: Instant): readonly Instant[] {
  const earlier = kept.filter(({ time }) => time < instant.time && time >= instant.time - KEPT_MS - MS_PER_H);
  const thinned = earlier.filter(({ time }, index) => {
    const previous = earlier[index - 1];
    const isYoung = time > instant.time - THINNED_AFTER_MS;
    return isYoung || !previous || Math.floor(time / MS_PER_H) !== Math.floor(previous.time / MS_PER_H);
  });
  return [...thinned, instant];
}
