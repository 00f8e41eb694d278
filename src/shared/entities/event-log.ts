import type { EpochMs } from '../kit/units.ts';
import type { AnomalySeverity } from './entities.ts';

/** Subjects of the event log. */
export const LOG_KINDS = [
  'Command',
  'Timeline',
  'Anomaly',
  'Limit',
  'Pass',
  'Eclipse',
  'Connection',
  'Mission',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

export const LOG_LEVELS = ['info', 'success', 'warning', 'serious', 'critical'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The single severity scale for entries, toasts, the log, the wall and the sound of anomalies. */
export const SEVERITY_LEVELS = {
  Low: 'info',
  Medium: 'warning',
  High: 'serious',
  Critical: 'critical',
} as const satisfies Readonly<Record<AnomalySeverity, LogLevel>>;

/** A logged event. */
export interface LogEntry {
  /** Ascending over the whole mission. */
  readonly id: number;
  readonly time: EpochMs;
  readonly kind: LogKind;
  readonly level: LogLevel;
  /** One line for an operator. */
  readonly text: string;
  /** Ids of its subjects, by `kind`: commands, timeline events, or anomalies. */
  readonly of?: readonly string[];
  /** What has cleared the faults of its anomalies, if the event says that they were cleared. */
  readonly clearedBy?: 'FDIR' | 'command';
  /** Requester: the operator, a console, or the duty crew. */
  readonly by?: string;
}

/** Operator's name in the log while only one console shows the mission. */
export const OPERATOR = 'Operator';

/** Maximum number of entries; the newest are kept. */
export const LOG_CAP = 500;
