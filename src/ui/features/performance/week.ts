import { WEEKLY_COMMANDS } from '../../../shared/entities/constants.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export interface DayOfWeek {
  readonly day: (typeof DAYS)[number];
  readonly commands: number;
}

/** The specification's fixed week (spec §9), Monday to Sunday. */
export const COMMAND_WEEK: readonly DayOfWeek[] = WEEKLY_COMMANDS.flatMap((commands, index) => {
  const day = DAYS[index];
  return day ? [{ day, commands }] : [];
});
