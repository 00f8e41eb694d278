import type { AnomalySeverity } from './entities.ts';
import type { EpochMs } from './units.ts';

/** What the event log tells of. */
export const LOG_KINDS = [
  'Command',
  'Timeline',
  'Anomaly',
  'Limit',
  'Pass',
  'Light',
  'Connection',
  'Mission',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

export const LOG_LEVELS = ['info', 'success', 'warning', 'serious', 'critical'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The one scale of severity: entries, toasts, the log, the wall and the sound of anomalies all follow it. */
export const SEVERITY_LEVELS = {
  Low: 'info',
  Medium: 'warning',
  High: 'serious',
  Critical: 'critical',
} as const satisfies Readonly<Record<AnomalySeverity, LogLevel>>;

/** Something that happened, for good. */
export interface LogEntry {
  /** Ascending over the mission's whole life. */
  readonly id: number;
  readonly time: EpochMs;
  readonly kind: LogKind;
  readonly level: LogLevel;
  /** One line for an operator. */
  readonly text: string;
}

/** The most entries that are kept, the newest ones. */
export const LOG_CAP = 500;
