import type { EpochMs } from '../kit/units.ts';
import type { Anomaly, CommandName } from './entities.ts';

/** Holder of the console: the operator, or the simulated duty crew, which responds to anomalies itself. */
export const CONSOLE_HOLDERS = ['operator', 'duty crew'] as const;
export type ConsoleHolder = (typeof CONSOLE_HOLDERS)[number];

/** Current task of the duty crew. */
export interface DutyTask {
  /** Such as "Handles the Signal anomaly". */
  readonly text: string;
  /** Anomaly that it concerns, if any. */
  readonly anomalyId?: Anomaly['id'];
  /** Command that the crew is about to send in response. */
  readonly command?: CommandName;
}

export interface ConsoleDuty {
  readonly holder: ConsoleHolder;
  /** Time of the handover, or the mission's start. */
  readonly since: EpochMs;
  /** Absent while the duty crew only monitors, and while the operator has the console. */
  readonly task?: DutyTask;
}
