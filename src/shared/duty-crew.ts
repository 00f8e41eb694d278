import type { EpochMs } from './units.ts';

/** Who has the console: the operator, or the simulated duty crew that responds to anomalies by itself. */
export const CONSOLE_HOLDERS = ['operator', 'duty crew'] as const;
export type ConsoleHolder = (typeof CONSOLE_HOLDERS)[number];

export interface ConsoleDuty {
  readonly holder: ConsoleHolder;
  /** Time of the handover, or the mission's start. */
  readonly since: EpochMs;
  /** Present task of the duty crew, such as "Handles the Signal anomaly"; absent while it monitors only. */
  readonly task?: string;
}
