import { atom } from 'jotai';
import { useState } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { isQuietAtom } from '../../mission/time/shown-time.ts';
import { highestSeverity, isActive, isHeard, isUrgent } from './severity.ts';

type Anomalies = readonly Anomaly[] | undefined;

/** List whose changes are announced: none in a replay or a branch, so that the next one is again a first list. */
export const currentAnomaliesAtom = atom(
  (get): Anomalies => (get(isQuietAtom) ? undefined : get(sliceAtoms.anomalies)),
);

/** Time of the newest anomaly, which is first; minus infinity without one. */
const newestTime = (anomalies: Anomalies): number => anomalies?.[0]?.timestamp ?? Number.NEGATIVE_INFINITY;

/**
 * Returns anomalies newer than the previous list; none for the first list. An older one missing there was
 * dropped from it in a time that the mission has since gone back over.
 */
function arrivalsSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const known = new Set(previous.map(({ id }) => id));
  return anomalies.filter(({ id, timestamp }) => !known.has(id) && timestamp >= newestTime(previous));
}

/** Returns unresolved anomalies whose severity had no tone in the previous list and has one now; no shelved ones. */
function raisesSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const quiet = new Set(previous.filter(({ severity }) => !isHeard(severity)).map(({ id }) => id));
  return anomalies.filter(
    ({ id, severity, status, shelved }) =>
      status !== 'Resolved' && !shelved && isHeard(severity) && quiet.has(id),
  );
}

/**
 * Returns unanswered anomalies that have begun to ask for action: a retry of FDIR has failed, or their shelving has
 * ended. One whose severity has risen to one with a tone is announced for that.
 */
function asksSince(previous: Anomalies, anomalies: Anomalies): readonly Anomaly[] {
  if (!previous || !anomalies) return [];
  const quiet = new Set(previous.filter(({ askedAt }) => askedAt === undefined).map(({ id }) => id));
  const raised = new Set(raisesSince(previous, anomalies));
  return anomalies.filter(
    (anomaly) =>
      isActive(anomaly) &&
      anomaly.answer === undefined &&
      anomaly.askedAt !== undefined &&
      quiet.has(anomaly.id) &&
      !raised.has(anomaly),
  );
}

const NO_CHANGES: readonly Anomaly[] = [];

/**
 * Latest changes of one kind since mount, together. Keeps its identity until the next ones. Cleared when the
 * mission goes back in time, because announcements about later times no longer hold, and when something else
 * is shown.
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
export const useAsks = (anomalies: Anomalies): readonly Anomaly[] => useChanges(anomalies, asksSince);
export const useRaises = (anomalies: Anomalies): readonly Anomaly[] => useChanges(anomalies, raisesSince);

/** More simultaneous ones, such as after a suspension, are summarized. */
const SPOKEN_ONE_BY_ONE = 3;

export interface Spoken {
  readonly id: string;
  readonly text: string;
  /** True if it interrupts other speech. */
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

/** Announcement of anomalies that have begun to ask for action. */
export const speakAsks = (asks: readonly Anomaly[]): readonly Spoken[] =>
  asks.map(({ id, severity, type, message, askedAt }) => ({
    id: `${id}-asks-${askedAt}`,
    text: `Anomaly asks for action: ${severity}, ${type}: ${message}`,
    isUrgent: isUrgent(severity),
  }));
