import type { Command } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** Commands in display order. */
export interface CommandQueue {
  /** Pending, by scheduled time: overdue first. */
  readonly pending: readonly Command[];
  /** Sent, executed or failed, newest first. */
  readonly past: readonly Command[];
}

/** Time of a command that is no longer pending. */
const pastTime = ({ executionTime, scheduledTime }: Command): EpochMs => executionTime ?? scheduledTime;

/** Ties: queueing order in `pending`, its reverse in `past`. */
export function orderQueue(commands: readonly Command[]): CommandQueue {
  const pending = commands.filter(({ status }) => status === 'Pending');
  const past = commands.filter(({ status }) => status !== 'Pending');
  return {
    pending: pending.sort((a, b) => a.scheduledTime - b.scheduledTime),
    past: past.reverse().sort((a, b) => pastTime(b) - pastTime(a)),
  };
}
