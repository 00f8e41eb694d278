import type { EpochMs } from './units.ts';

/** Who works at the console: the operator, or the simulated duty crew that answers anomalies by itself. */
export const CONSOLE_HOLDERS = ['operator', 'duty crew'] as const;
export type ConsoleHolder = (typeof CONSOLE_HOLDERS)[number];

export interface ConsoleDuty {
  readonly holder: ConsoleHolder;
  /** When the console was handed over, or the mission began. */
  readonly since: EpochMs;
  /** What the duty crew works on, such as "Works on the Signal anomaly"; absent while it only watches. */
  readonly task?: string;
}
