import type { EpochMs } from '../kit/units.ts';
import type { Anomaly, CommandName } from './entities.ts';

/** Who has the console: the operator, or the simulated duty crew that responds to anomalies by itself. */
export const CONSOLE_HOLDERS = ['operator', 'duty crew'] as const;
export type ConsoleHolder = (typeof CONSOLE_HOLDERS)[number];

/** Present task of the duty crew. */
export interface DutyTask {
  /** "Handles the Signal anomaly" */
  readonly text: string;
  /** The anomaly that it is about, if any. */
  readonly anomalyId?: Anomaly['id'];
  /** The command with which the crew is about to answer it. */
  readonly command?: CommandName;
}

export interface ConsoleDuty {
  readonly holder: ConsoleHolder;
  /** Time of the handover, or the mission's start. */
  readonly since: EpochMs;
  /** Absent while the duty crew monitors only, and while the operator has the console. */
  readonly task?: DutyTask;
}
