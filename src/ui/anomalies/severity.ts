import {
  ANOMALY_SEVERITIES,
  type Anomaly,
  type AnomalySeverity,
  type AnomalyStatus,
} from '../../shared/entities.ts';
import type { StatusLevel } from '../status/levels.ts';

/** The status level that an anomaly's severity shows as (design.md §5). */
export const SEVERITY_STATUS: Readonly<Record<AnomalySeverity, StatusLevel>> = {
  Critical: 'critical',
  High: 'serious',
  Medium: 'caution',
  Low: 'standby',
};

export const MOST_URGENT_FIRST: readonly AnomalySeverity[] = ANOMALY_SEVERITIES.toReversed();

/** What is resolved is off, however severe it was. */
export const anomalyLevel = (severity: AnomalySeverity, status: AnomalyStatus): StatusLevel =>
  status === 'Resolved' ? 'off' : SEVERITY_STATUS[severity];

export const isActive = ({ status }: Anomaly): boolean => status === 'Active';

/** `undefined` where there is none. */
export const highestSeverity = (anomalies: readonly Anomaly[]): AnomalySeverity | undefined =>
  MOST_URGENT_FIRST.find((severity) => anomalies.some((anomaly) => anomaly.severity === severity));
