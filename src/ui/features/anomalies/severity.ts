import { ANOMALY_SEVERITIES, type Anomaly, type AnomalySeverity } from '../../../shared/entities/entities.ts';
import { SEVERITY_LEVELS } from '../../../shared/entities/event-log.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { LOG_STATUS } from '../log/log-levels.ts';

/** Status level of an anomaly's severity (design.md §5). */
export const SEVERITY_STATUS: Readonly<Record<AnomalySeverity, StatusLevel>> = {
  Critical: LOG_STATUS[SEVERITY_LEVELS.Critical],
  High: LOG_STATUS[SEVERITY_LEVELS.High],
  Medium: LOG_STATUS[SEVERITY_LEVELS.Medium],
  Low: LOG_STATUS[SEVERITY_LEVELS.Low],
};

/** Levels with a tone. */
const HEARD: ReadonlySet<StatusLevel> = new Set(['critical', 'serious']);
export const isHeard = (severity: AnomalySeverity): boolean => HEARD.has(SEVERITY_STATUS[severity]);

/** True if it interrupts other speech. */
export const isUrgent = (severity: AnomalySeverity): boolean => SEVERITY_STATUS[severity] === 'critical';

export const MOST_URGENT_FIRST: readonly AnomalySeverity[] = ANOMALY_SEVERITIES.toReversed();

export const isActive = ({ status }: Anomaly): boolean => status === 'Active';

/** True while a retry of the on-board FDIR may clear the fault of an anomaly, and no reading is out of limits. */
export const isLeftToFdir = ({ retriedUntil }: Anomaly): boolean => retriedUntil !== undefined;

/** False while an anomaly is left to FDIR or shelved. */
export const asksForAction = (anomaly: Anomaly): boolean =>
  !isLeftToFdir(anomaly) && anomaly.shelved === undefined;

/** `undefined` for an empty list. */
export const highestSeverity = (anomalies: readonly Anomaly[]): AnomalySeverity | undefined =>
  MOST_URGENT_FIRST.find((severity) => anomalies.some((anomaly) => anomaly.severity === severity));
