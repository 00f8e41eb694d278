import { vi } from 'vitest';

/**
 * Waits for a check to pass. Checks often, to lose little time, and gives up late: what has not happened by then never
 * will, however busy the machine is.
 */
export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 120_000, interval: 5 });
