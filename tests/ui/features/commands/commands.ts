import type { Command } from '../../../../src/shared/entities/entities.ts';
import { T0 } from '../../../support/mission.ts';

/** A command as a test needs it: pending, due at `T0`, unless told otherwise. */
export const command = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  name: 'Rotate Antenna',
  scheduledTime: T0,
  priority: 'Medium',
  status: 'Pending',
  ...change,
});
