import { formatClock } from '../clocks/clocks.ts';

/** Over a day, seconds are cut off: `1d 02:03`. */
export const wallClock = (durationMs: number): string =>
  formatClock(durationMs).replace(/^(\d+d \d\d:\d\d):\d\d$/, '$1');
