import { vi } from 'vitest';

/**
 * Waits for a check to pass. It asks often, so that little time is lost, and gives up late: what has not happened by
 * then never does, however busy the machine is.
 */
export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 5 });
