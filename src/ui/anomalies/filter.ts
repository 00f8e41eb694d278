import { atom } from 'jotai';
import type { Anomaly, AnomalySeverity, AnomalyStatus } from '../../shared/entities.ts';
import { lets } from '../kit/controls/facets.ts';

/** Filter of the anomalies; an empty facet matches everything. */
export interface AnomalyFilter {
  readonly severities: readonly AnomalySeverity[];
  readonly statuses: readonly AnomalyStatus[];
}

export const NO_FILTER: AnomalyFilter = { severities: [], statuses: [] };

/** Kept while other tabs are open. */
export const anomalyFilterAtom = atom<AnomalyFilter>(NO_FILTER);

export const isFiltering = ({ severities, statuses }: AnomalyFilter): boolean =>
  severities.length + statuses.length > 0;

export const filterAnomalies = (
  anomalies: readonly Anomaly[],
  { severities, statuses }: AnomalyFilter,
): readonly Anomaly[] =>
  anomalies.filter(({ severity, status }) => lets(severities, severity) && lets(statuses, status));
