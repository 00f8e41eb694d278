import { useState } from 'react';
import type { Anomaly } from '../../shared/entities.ts';
import { highestSeverity, isUrgent } from './severity.ts';

type Anomalies = readonly Anomaly[] | undefined;

/** Anomalies that the previous list did not have; none for the first list. */
function arrivalsSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const known = new Set(previous.map(({ id }) => id));
  return anomalies.filter(({ id }) => !known.has(id));
}

/** The latest arrivals, together, since mount. Keeps its identity until the next. */
export function useArrivals(anomalies: Anomalies): readonly Anomaly[] {
  const [held, setHeld] = useState<{ readonly list: Anomalies; readonly arrivals: readonly Anomaly[] }>({
    list: anomalies,
    arrivals: [],
  });
  if (!anomalies || anomalies === held.list) return held.arrivals;
  const arrived = arrivalsSince(held.list, anomalies);
  const arrivals = arrived.length > 0 ? arrived : held.arrivals;
  setHeld({ list: anomalies, arrivals });
  return arrivals;
}

/** More than this at once, as after a suspension, are summarized. */
const SPOKEN_ONE_BY_ONE = 3;

export interface Spoken {
  readonly id: string;
  readonly text: string;
  /** Whether it interrupts other speech. */
  readonly isUrgent: boolean;
}

/** Announcement of anomalies that arrived together. */
export function speakArrivals(arrivals: readonly Anomaly[]): readonly Spoken[] {
  if (arrivals.length <= SPOKEN_ONE_BY_ONE) {
    return arrivals.map(({ id, severity, type, message }) => ({
      id,
      text: `New anomaly: ${severity}, ${type}: ${message}`,
      isUrgent: isUrgent(severity),
    }));
  }
  const highest = highestSeverity(arrivals);
  return arrivals
    .filter(({ severity }) => severity === highest)
    .slice(0, 1)
    .map(({ id, severity, type, message }) => ({
      id,
      text: `${arrivals.length} new anomalies, the most urgent: ${severity}, ${type}: ${message}`,
      isUrgent: isUrgent(severity),
    }));
}
