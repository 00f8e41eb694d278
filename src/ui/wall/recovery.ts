import { MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** How long a failure is left on the wall before it is drawn anew. */
export const REMOUNT_MS = 5 * MS_PER_S;
/** So many failures within this time are not mended by drawing anew. */
export const FAILURES = 3;
const FAILURE_WINDOW_MS = MS_PER_MIN;
/** A page that fails after it was loaded anew is not loaded over and over. */
export const RELOAD_PAUSE_MS = 10 * MS_PER_MIN;

/**
 * What mends the wall.
 * @param failures when it failed, oldest first, the failure at hand among them
 * @param reloadedAt when the page was last loaded anew for this reason
 */
export function remedyFor(
  failures: readonly number[],
  reloadedAt: number | undefined,
): 'draw anew' | 'load anew' {
  const now = failures.at(-1) ?? 0;
  const recent = failures.filter((time) => now - time < FAILURE_WINDOW_MS);
  const mayReload = reloadedAt === undefined || Math.abs(now - reloadedAt) >= RELOAD_PAUSE_MS;
  return recent.length >= FAILURES && mayReload ? 'load anew' : 'draw anew';
}
