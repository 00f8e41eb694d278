import { activePasses, type ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { FaultView, SpacecraftMode, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { Ask } from '../../ground/anomalies/asks.ts';
import { gridBefore } from '../../mission/state/grid.ts';
import type { MissionFacts } from '../../mission/state/slices.ts';
import {
  createKnownList,
  createKnownVersions,
  type KnownList,
  type KnownVersions,
  knownFrom,
} from './known-list.ts';

type AnomalyMark = SessionMarks['anomalies'][number];
type CommandMark = SessionMarks['commands'][number];
type EventMark = SessionMarks['events'][number];

/**
 * Contact or, without a station, eclipse of the plan; known once it has begun. A later one with the same id replaces
 * it.
 */
interface PlannedSpan extends Required<TimeSpan> {
  readonly id: string;
  readonly station?: NetworkStation;
}

interface MarkLists {
  readonly anomalies: KnownVersions<AnomalyMark>;
  /** Executed commands. */
  readonly commands: KnownVersions<CommandMark>;
  /** Started events. */
  readonly events: KnownVersions<EventMark>;
  readonly spans: KnownList<PlannedSpan>;
  readonly conditions: KnownList<Condition>;
  /** Each with an id of its own: a fault may ask again. */
  readonly asks: KnownVersions<AskMark>;
  /** Commands whose effect telemetry did not show. */
  readonly unconfirmed: KnownVersions<Pick<CommandMark, 'id'>>;
}

/** Mode, payload and faults of the spacecraft from an instant on, as known on the ground. */
export interface Condition {
  readonly time: EpochMs;
  readonly mode: SpacecraftMode;
  readonly isPayloadOn: boolean;
  /** Active faults, by the ids of the anomalies that first reported them: a fault reported again counts once. */
  readonly faults: readonly string[];
}

/** An ask in the archive, whose id is its own: a fault may ask again. */
export interface AskMark extends Ask {
  /** Anomaly that first reported the fault. */
  readonly anomalyId: Ask['id'];
}

/** Marks of what happened over the session. */
export interface Marks {
  /** Adds what is new at an instant, not before the last one. */
  take(facts: MissionFacts, time: EpochMs): void;
  at(span: Required<TimeSpan>, knownAt: EpochMs): SessionMarks;
  /** Returns the conditions, oldest first, each valid until the next. */
  conditions(knownAt: EpochMs): readonly Condition[];
  /** Returns when faults have asked for action, and when they were answered. */
  asks(knownAt: EpochMs): readonly AskMark[];
  /** Returns the ids of commands whose verification has ended without their effect. */
  unconfirmed(knownAt: EpochMs): ReadonlySet<string>;
  dropAfter(time: EpochMs): void;
  dropBefore(time: EpochMs): void;
  fork(time: EpochMs): Marks;
}

const createLists = (): MarkLists => ({
  // Messages are not compared: one is rewritten with each reading, sixty times per anomaly.
  anomalies: createKnownVersions((one, other) => one.time === other.time && one.severity === other.severity),
  commands: createKnownVersions((one, other) => one.time === other.time),
  events: createKnownVersions((one, other) => one.to === other.to),
  spans: createKnownList(),
  conditions: createKnownList(),
  asks: createKnownVersions((one, other) => one.answeredAt === other.answeredAt),
  unconfirmed: createKnownVersions(() => true),
});

const contactSpan = (station: NetworkStation, from: EpochMs, to: EpochMs): PlannedSpan => ({
  id: `${station.id} ${from}`,
  from,
  to,
  station,
});

/** Returns the last known version of each span in a list. */
const newestOf = (spans: readonly PlannedSpan[]): readonly PlannedSpan[] => [
  ...new Map(spans.map((span) => [span.id, span])).values(),
];

/** Returns the contacts and eclipses of a plan in order of time, without one that its beginning cuts off. */
function spansOf(plan: ContactPlan): readonly PlannedSpan[] {
  const found = plan.satellites[SPACECRAFT];
  if (!found.ok) return [];
  const { eclipseTransitions } = found.value;
  const contacts = activePasses(found.value)
    .filter(({ pass }) => !pass.startsBefore)
    .map(({ station, pass }) => contactSpan(station, pass.aos, pass.los));
  const eclipses = eclipseTransitions.flatMap(({ time, isEclipsed }, index) => {
    const end = eclipseTransitions[index + 1];
    return isEclipsed && end ? [{ id: `eclipse ${time}`, from: time, to: end.time }] : [];
  });
  return [...contacts, ...eclipses].sort((a, b) => a.from - b.from);
}

/**
 * Returns the mark of an event, from its start to its completion.
 * @param isFirst true if it had begun before the session, so that only its plan gives its times
 */
function eventMark(
  { id, title, status, startTime, endTime }: TimelineEvent,
  known: EventMark | undefined,
  time: EpochMs,
  isFirst: boolean,
): EventMark | undefined {
  if (status !== 'In Progress' && status !== 'Completed') return known;
  const from = known?.from ?? (isFirst ? epochMs(Math.min(startTime, time)) : time);
  if (status === 'In Progress') return { id, title, from };
  const end = isFirst ? Math.min(endTime, time) : time;
  return { id, title, from, to: known?.to ?? epochMs(Math.max(from, end)) };
}

const faultOf = ({ anomalyId, firstReport }: FaultView): string => firstReport ?? anomalyId;

/** A fault may ask more than once. */
const askId = ({ id, askedAt }: Ask): string => `${id} ${askedAt}`;

const isPayloadOn = ({ loads }: SpacecraftView): boolean => loads.payloadW > 0;

const isSameCondition = (one: Condition, view: SpacecraftView): boolean =>
  one.mode === view.mode &&
  one.isPayloadOn === isPayloadOn(view) &&
  one.faults.length === view.faults.length &&
  view.faults.every((fault, index) => faultOf(fault) === one.faults[index]);

/** @param since instant of the last facts; `undefined` before the first */
export function createMarks(lists: MarkLists = createLists(), since?: EpochMs): Marks {
  const { anomalies, commands, events, spans, conditions, asks, unconfirmed } = lists;
  let last = since;
  let held: MissionFacts | undefined;
  /** Contacts and eclipses that have not begun, the next one last. */
  let upcoming: PlannedSpan[] = [];

  /** Updates the contacts in progress, some of which another network ends or begins. */
  function takeNetwork(plan: ContactPlan, time: EpochMs): void {
    const isInProgress = ({ from, to }: Required<TimeSpan>): boolean => from <= time && to > time;
    const planned = spansOf(plan).filter((span) => span.station && isInProgress(span));
    const begun = newestOf(spans.at(time)).filter((span) => span.station && isInProgress(span));
    for (const span of begun) {
      const stays = planned.find(({ station }) => station?.id === span.station?.id);
      if (stays?.to !== span.to) spans.add({ ...span, to: stays?.to ?? time }, time);
    }
    for (const { station, to } of planned) {
      if (station && begun.every((span) => span.station?.id !== station.id))
        spans.add(contactSpan(station, time, to), time);
    }
  }

  function takeSpans(plan: ContactPlan, time: EpochMs): void {
    if (plan !== held?.contacts) {
      const isNew = ({ from, to }: PlannedSpan): boolean => (last === undefined ? to > time : from > last);
      upcoming = spansOf(plan).filter(isNew).reverse();
      if (held && plan.network !== held.contacts.network) takeNetwork(plan, time);
    }
    for (let next = upcoming.at(-1); next && next.from <= time; next = upcoming.at(-1)) {
      spans.add(next, next.from);
      upcoming.pop();
    }
  }

  function takeCondition(view: SpacecraftView | undefined, time: EpochMs): void {
    const newest = conditions.all().at(-1);
    if (!view || (newest && isSameCondition(newest, view))) return;
    const faults = view.faults.map(faultOf);
    const since = knownFrom(view.time, last, time);
    conditions.add({ time: since, mode: view.mode, isPayloadOn: isPayloadOn(view), faults }, since);
  }

  return {
    take(facts, time) {
      takeSpans(facts.contacts, time);
      if (facts.spacecraft !== held?.spacecraft) takeCondition(facts.spacecraft, time);
      if (facts.anomalies !== held?.anomalies) {
        // A severity changes with a sample.
        const sampledAt = gridBefore(time, TELEMETRY_PERIOD_MS);
        for (const { id, timestamp, type, severity, message } of facts.anomalies.toReversed()) {
          const known = knownFrom(anomalies.newest(id) ? sampledAt : timestamp, last, time);
          anomalies.put({ id, time: timestamp, type, severity, message }, known);
        }
      }
      if (facts.commands !== held?.commands) {
        for (const { id, name, status, executionTime } of facts.commands) {
          if (status !== 'Executed' || executionTime === undefined) continue;
          commands.put({ id, name, time: executionTime }, knownFrom(executionTime, last, time));
        }
      }
      if (facts.timeline !== held?.timeline) {
        for (const event of facts.timeline) {
          const mark = eventMark(event, events.newest(event.id), time, last === undefined);
          if (mark) events.put(mark, time);
        }
      }
      if (facts.asks !== held?.asks) {
        for (const ask of facts.asks ?? []) {
          const known = knownFrom(ask.answeredAt ?? ask.askedAt, last, time);
          asks.put({ ...ask, id: askId(ask), anomalyId: ask.id }, known);
        }
      }
      if (facts.verifications !== held?.verifications) {
        for (const { commandId, verdict } of facts.verifications) {
          if (verdict === 'not confirmed') unconfirmed.put({ id: commandId }, time);
        }
      }
      held = facts;
      last = time;
    },
    at({ from, to }, knownAt) {
      const isWithin = ({ time }: { readonly time: EpochMs }): boolean =>
        time >= from && time <= Math.min(to, knownAt);
      const overlaps = (span: TimeSpan): boolean =>
        span.from <= to && (span.to === undefined || span.to >= from);
      const planned = newestOf(spans.at(knownAt))
        .filter(overlaps)
        .map(({ station, from: start, to: end }) => ({
          station: station?.name,
          span: end > knownAt ? { from: start } : { from: start, to: end },
        }));
      return {
        anomalies: anomalies.at(knownAt).filter(isWithin).sort(byTime),
        commands: commands.at(knownAt).filter(isWithin).sort(byTime),
        events: events.at(knownAt).filter(overlaps).sort(byStart),
        contacts: planned.flatMap(({ station, span }) => (station === undefined ? [] : { ...span, station })),
        eclipses: planned.flatMap(({ station, span }) => (station === undefined ? span : [])),
      };
    },
    conditions: (knownAt) => conditions.at(knownAt),
    asks: (knownAt) => asks.at(knownAt),
    unconfirmed: (knownAt) => new Set(unconfirmed.at(knownAt).map(({ id }) => id)),
    dropAfter(time) {
      for (const list of Object.values(lists)) list.dropAfter(time);
      last = time;
      held = undefined;
    },
    dropBefore(time) {
      // The condition at that instant may have begun long before.
      const atThatTime = conditions.at(time).at(-1)?.time ?? time;
      spans.dropBefore(time);
      conditions.dropBefore(atThatTime);
      const idsOf = (things: readonly { readonly id: string }[] = []) => new Set(things.map(({ id }) => id));
      anomalies.dropBefore(time, idsOf(held?.anomalies));
      commands.dropBefore(time, idsOf(held?.commands));
      events.dropBefore(time, idsOf(held?.timeline));
      asks.dropBefore(time, new Set(held?.asks?.map(askId)));
      unconfirmed.dropBefore(time, new Set(held?.verifications.map(({ commandId }) => commandId)));
    },
    fork: (time) =>
      createMarks(
        {
          anomalies: anomalies.fork(time),
          commands: commands.fork(time),
          events: events.fork(time),
          spans: spans.fork(time),
          conditions: conditions.fork(time),
          asks: asks.fork(time),
          unconfirmed: unconfirmed.fork(time),
        },
        time,
      ),
  };
}

const byTime = (a: { readonly time: EpochMs }, b: { readonly time: EpochMs }): number => a.time - b.time;
const byStart = (a: TimeSpan, b: TimeSpan): number => a.from - b.from;
