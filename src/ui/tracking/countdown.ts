import { MS_PER_S } from '../../shared/units.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * A time to go: `12 s`, `4m 12s`, `1h 02m 33s`; nothing is left of what is past. Seconds are cut off, as in the times that
 * stand beside it, so that the two add up.
 */
export function formatCountdown(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / MS_PER_S));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  if (hours > 0) return `${hours}h ${pad(minutes)}m ${pad(rest)}s`;
  return minutes > 0 ? `${minutes}m ${pad(rest)}s` : `${rest} s`;
}
