import { formatClock } from '../clocks/clocks.ts';

/** From one day on without seconds: `1d 02:03`. */
export const wallClock = (durationMs: number): string =>
  formatClock(durationMs).replace(/^(\d+d \d\d:\d\d):\d\d$/, '$1');
