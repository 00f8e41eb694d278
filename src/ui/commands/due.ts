import { type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** A pending command is due from its scheduled time on, and overdue once this long has passed. */
export const GRACE_MS = MS_PER_MIN;

export type Due = 'later' | 'due' | 'overdue';

export function dueOf(scheduledTime: EpochMs, now: EpochMs): Due {
  if (now < scheduledTime) return 'later';
  return now < scheduledTime + GRACE_MS ? 'due' : 'overdue';
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** `2 d 3 h`, `1 h 02 min`, or `undefined` for less than an hour. */
function formatLongSpan(ms: number): string | undefined {
  const hours = Math.floor(ms / MS_PER_H) % 24;
  if (ms >= MS_PER_DAY) return `${Math.floor(ms / MS_PER_DAY)} d ${hours} h`;
  return ms >= MS_PER_H ? `${hours} h ${pad(Math.floor(ms / MS_PER_MIN) % 60)} min` : undefined;
}

/** `in 4 min 10 s`, `due`, `overdue by 3 min`. Seconds only where they matter: in the last hour before. */
export function formatDue(scheduledTime: EpochMs, now: EpochMs): string {
  const due = dueOf(scheduledTime, now);
  if (due === 'due') return 'due';
  const span = Math.abs(scheduledTime - now);
  const minutes = Math.floor(span / MS_PER_MIN);
  if (due === 'overdue') return `overdue by ${formatLongSpan(span) ?? `${minutes} min`}`;
  // Rounded up, so that it never says 0 s of what is still to come.
  const seconds = Math.ceil(span / MS_PER_S);
  const short = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  return `in ${formatLongSpan(seconds * MS_PER_S) ?? short}`;
}
