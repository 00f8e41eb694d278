import { MS_PER_DAY } from '../../shared/kit/units.ts';
import { formatClock } from '../kit/format.ts';

/** Formats a duration, from one day without seconds: `1d 02:03`. */
export const wallClock = (durationMs: number): string => {
  const clock = formatClock(durationMs);
  return durationMs < MS_PER_DAY ? clock : clock.slice(0, -':00'.length);
};
