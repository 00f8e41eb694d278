import { atom } from 'jotai';
import type { Anomaly, AnomalySeverity } from '../../../shared/entities/entities.ts';
import { lets } from '../../kit/controls/facets.ts';

/** Severities shown in the list; none shows all. Kept while other tabs are open. */
export const shownSeveritiesAtom = atom<readonly AnomalySeverity[]>([]);

export const ofSeverities = (
  anomalies: readonly Anomaly[],
  severities: readonly AnomalySeverity[],
): readonly Anomaly[] => anomalies.filter(({ severity }) => lets(severities, severity));
