import type { Command } from '../../../../src/shared/entities/entities.ts';
import { T0 } from '../../../support/mission.ts';

/** Returns a command that is pending and due at `T0` by default. */
export const command = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  name: 'Rotate Antenna',
  scheduledTime: T0,
  priority: 'Medium',
  status: 'Pending',
  ...change,
});
