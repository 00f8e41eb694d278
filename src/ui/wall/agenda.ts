import type { SatelliteContacts, StationPass } from '../../shared/contract/contact-plan.ts';
import type { Anomaly, TimelineEvent } from '../../shared/entities/entities.ts';
import type { SpacecraftView } from '../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import { isOngoing } from '../features/anomalies/fault-state.ts';
import { asksForAction, MOST_URGENT_FIRST } from '../features/anomalies/severity.ts';
import { phaseAt } from '../features/timeline/phase.ts';
import { contactsFrom } from '../mission/contacts/contacts-at.ts';

/** Returns the next passes over the active stations, including the current one, in order of time. */
export const contactsAhead = (
  contacts: SatelliteContacts,
  now: EpochMs,
  count: number,
): readonly StationPass[] => contactsFrom(contacts, now).slice(0, count);

/**
 * Returns ongoing anomalies that are not shelved, by urgency: those that ask for action first, then the most severe,
 * then the newest.
 */
export const urgentAnomalies = (
  anomalies: readonly Anomaly[],
  view: SpacecraftView | undefined,
): readonly Anomaly[] =>
  anomalies
    .filter((anomaly) => !anomaly.shelved && isOngoing(anomaly, view))
    .toSorted(
      (a, b) =>
        Number(asksForAction(b)) - Number(asksForAction(a)) ||
        MOST_URGENT_FIRST.indexOf(a.severity) - MOST_URGENT_FIRST.indexOf(b.severity) ||
        b.timestamp - a.timestamp,
    );

export interface Agenda {
  /** Current events, latest start first. */
  readonly current: readonly TimelineEvent[];
  /** Coming events, soonest first. */
  readonly ahead: readonly TimelineEvent[];
}

/** Returns current and coming events, without cancelled and completed ones. */
export function agendaAt(timeline: readonly TimelineEvent[], now: EpochMs): Agenda {
  const open = timeline.filter(({ status }) => status === 'Scheduled' || status === 'In Progress');
  const current = open.filter((event) => event.status === 'In Progress' || phaseAt(event, now) === 'now');
  return {
    current: current.toSorted((a, b) => b.startTime - a.startTime),
    ahead: open
      .filter((event) => !current.includes(event) && phaseAt(event, now) === 'ahead')
      .toSorted((a, b) => a.startTime - b.startTime),
  };
}
