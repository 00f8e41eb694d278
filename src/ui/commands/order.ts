import type { Command } from '../../shared/entities.ts';
import type { EpochMs } from '../../shared/units.ts';

/** The commands in the order in which they are shown. */
export interface CommandQueue {
  /** Pending, by scheduled time: overdue, then what is due next. */
  readonly pending: readonly Command[];
  /** Sent, executed or failed, newest first. */
  readonly past: readonly Command[];
}

/** When a command that is no longer pending was last heard of. */
const pastTime = ({ executionTime, scheduledTime }: Command): EpochMs => executionTime ?? scheduledTime;

/** Of commands with the same time, the one queued first is due first, and the one queued last is the newest. */
export function orderQueue(commands: readonly Command[]): CommandQueue {
  const pending = commands.filter(({ status }) => status === 'Pending');
  const past = commands.filter(({ status }) => status !== 'Pending');
  return {
    pending: pending.sort((a, b) => a.scheduledTime - b.scheduledTime),
    past: past.reverse().sort((a, b) => pastTime(b) - pastTime(a)),
  };
}
