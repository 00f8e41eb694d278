import type { CommandStatus } from '../../shared/entities.ts';
import type { StatusLevel } from '../kit/status/levels.ts';
import type { Due } from './due.ts';

const LEVELS: Readonly<Record<CommandStatus, StatusLevel>> = {
  Pending: 'standby',
  Sent: 'standby',
  Executed: 'normal',
  Failed: 'critical',
};

/** Status level of a command (design.md §5). */
export const commandLevel = (status: CommandStatus, due: Due): StatusLevel =>
  status === 'Pending' && due === 'overdue' ? 'caution' : LEVELS[status];
