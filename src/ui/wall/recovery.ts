import { MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';

/** Time that a failure is shown before the remount. */
export const REMOUNT_MS = 5 * MS_PER_S;
/** Number of failures within this time that remounting does not fix. */
export const FAILURES = 3;
const FAILURE_WINDOW_MS = MS_PER_MIN;
/** Minimum time between two reloads, against a reload loop. */
export const RELOAD_PAUSE_MS = 10 * MS_PER_MIN;

/**
 * Returns the recovery action for the wall.
 * @param failures failure times, oldest first, including the current one
 * @param reloadedAt time of the last reload for this reason
 */
export function remedyFor(failures: readonly number[], reloadedAt: number | undefined): 'remount' | 'reload' {
  const now = failures.at(-1) ?? 0;
  const recent = failures.filter((time) => now - time < FAILURE_WINDOW_MS);
  const mayReload = reloadedAt === undefined || Math.abs(now - reloadedAt) >= RELOAD_PAUSE_MS;
  return recent.length >= FAILURES && mayReload ? 'reload' : 'remount';
}
