import { atom } from 'jotai';
import { useState } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { isQuietAtom } from '../../mission/time/shown-time.ts';
import { highestSeverity, isHeard, isUrgent } from './severity.ts';

type Anomalies = readonly Anomaly[] | undefined;

/** The list whose changes are news: none in a replay or a branch, so that the next one is again a first list. */
export const currentAnomaliesAtom = atom(
  (get): Anomalies => (get(isQuietAtom) ? undefined : get(sliceAtoms.anomalies)),
);

/** The newest of a list, which is first; the time is none without one. */
const newestTime = (anomalies: Anomalies): number => anomalies?.[0]?.timestamp ?? Number.NEGATIVE_INFINITY;

/**
 * Anomalies that are newer than the previous list; none for the first list. An older one that it did not have had left it
 * on a course of time that the mission has left.
 */
function arrivalsSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const known = new Set(previous.map(({ id }) => id));
  return anomalies.filter(({ id, timestamp }) => !known.has(id) && timestamp >= newestTime(previous));
}

/** Unresolved anomalies that the previous list had with a severity without a tone, and that have one now. */
function raisesSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const quiet = new Set(previous.filter(({ severity }) => !isHeard(severity)).map(({ id }) => id));
  return anomalies.filter(
    (anomaly) => anomaly.status !== 'Resolved' && isHeard(anomaly.severity) && quiet.has(anomaly.id),
  );
}

const NO_CHANGES: readonly Anomaly[] = [];

/**
 * The latest changes of one kind, together, since mount. Keeps its identity until the next. Where the mission has gone back
 * in time nothing has changed, and what was told of the time ahead no longer holds; nor does it where something else is shown.
 */
function useChanges(anomalies: Anomalies, changesSince: typeof arrivalsSince): readonly Anomaly[] {
  const [held, setHeld] = useState<{ readonly list: Anomalies; readonly changes: readonly Anomaly[] }>({
    list: anomalies,
    changes: NO_CHANGES,
  });
  if (anomalies === held.list) return held.changes;
  const hasGoneBack = anomalies !== undefined && newestTime(anomalies) < newestTime(held.list);
  const changed = changesSince(held.list, anomalies);
  const kept = hasGoneBack || !anomalies ? NO_CHANGES : held.changes;
  const changes = changed.length > 0 && !hasGoneBack ? changed : kept;
  setHeld({ list: anomalies, changes });
  return changes;
}

export const useArrivals = (anomalies: Anomalies): readonly Anomaly[] => useChanges(anomalies, arrivalsSince);
export const useRaises = (anomalies: Anomalies): readonly Anomaly[] => useChanges(anomalies, raisesSince);

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

/** Announcement of anomalies whose severity has risen. */
export const speakRaises = (raises: readonly Anomaly[]): readonly Spoken[] =>
  raises.map(({ id, severity, type, message }) => ({
    id: `${id}-${severity}`,
    text: `Anomaly now ${severity}, ${type}: ${message}`,
    isUrgent: isUrgent(severity),
  }));
