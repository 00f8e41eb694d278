import type { CommandStatus } from '../../../shared/entities/entities.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { formatAge, formatTimeLeft } from '../../kit/format.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';

/** A pending command is due from its scheduled time, and overdue after this long. */
const GRACE_MS = MS_PER_MIN;

export type Due = 'later' | 'due' | 'overdue';

export function dueOf(scheduledTime: EpochMs, now: EpochMs): Due {
  if (now < scheduledTime) return 'later';
  return now < scheduledTime + GRACE_MS ? 'due' : 'overdue';
}

/** `in 4 min 10 s`, `due`, `overdue by 3 min`. Seconds only in the last hour before it. */
export function formatDue(scheduledTime: EpochMs, now: EpochMs): string {
  const due = dueOf(scheduledTime, now);
  if (due === 'due') return 'due';
  const span = Math.abs(scheduledTime - now);
  // Rounded up: a future time never shows 0 s.
  if (due === 'later') return `in ${formatTimeLeft(Math.ceil(span / MS_PER_S) * MS_PER_S)}`;
  return `overdue by ${span < MS_PER_H ? `${Math.floor(span / MS_PER_MIN)} min` : formatTimeLeft(span)}`;
}

/** `6 min early`, `12 min late` for an execution far from its scheduled time; otherwise nothing. */
export function formatOffset(scheduledTime: EpochMs, executionTime: EpochMs): string | undefined {
  const offset = executionTime - scheduledTime;
  if (Math.abs(offset) < GRACE_MS) return undefined;
  const rounded = Math.round(Math.abs(offset) / MS_PER_MIN) * MS_PER_MIN;
  return `${formatDuration(rounded)} ${offset < 0 ? 'early' : 'late'}`;
}

/** `12 min ago: due immediately` for a scheduled time in the past; otherwise nothing. */
export const formatPastTime = (scheduledTime: EpochMs, now: EpochMs): string | undefined =>
  dueOf(scheduledTime, now) === 'overdue'
    ? `${formatAge(now - scheduledTime)} ago: due immediately`
    : undefined;

const LEVELS: Readonly<Record<CommandStatus, StatusLevel>> = {
  Pending: 'standby',
  Sent: 'standby',
  Executed: 'normal',
  Failed: 'critical',
};

/** Status level of a command (design.md §5). */
export const commandLevel = (status: CommandStatus, due: Due): StatusLevel =>
  status === 'Pending' && due === 'overdue' ? 'caution' : LEVELS[status];
