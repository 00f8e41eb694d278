import { activePasses, type SatelliteContacts } from '../../../shared/contract/contact-plan.ts';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_MIN,
  MS_PER_S,
  type TimeRange,
} from '../../../shared/kit/units.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import { joinContacts } from '../../mission/contacts/contact-strip.ts';
import { predictedAt } from '../../mission/look-ahead/predicted-line.ts';
import { formatPeriod } from './period-text.ts';

/** What an event of the plan needs, and where it lacks it. The rules advise; nothing forbids an event. */

/** Channels on which the rules depend. */
export const PLAN_CHANNELS: readonly HistoryChannel[] = ['stateOfCharge', 'recorder'];

/** Least charge at which an event is planned, 0 to 1. */
const LEAST_CHARGE = 0.4;
/** Free space of the recorder below which it counts as full, MB. */
const LEAST_ROOM_MB = 50;
const SLOT_MS = 5 * MS_PER_MIN;

/** An event that is planned. */
export type PlannedEvent = Pick<TimelineEvent, 'type' | 'startTime' | 'endTime'>;

export interface PlanFacts {
  readonly now: EpochMs;
  /** Scheduled events and those in progress, without the one that is planned. */
  readonly others: readonly TimelineEvent[];
  readonly contacts: SatelliteContacts | undefined;
  /** Until when the contacts are planned. */
  readonly plannedUntil: EpochMs | undefined;
  /** The day to come; `undefined` if it is not predicted. */
  readonly told: LookAhead | undefined;
  readonly mode: SpacecraftMode | undefined;
  /** Capacity of the recorder; `undefined` if it is not known. */
  readonly capacityMb: number | undefined;
}

const spanOf = ({ startTime, endTime }: PlannedEvent): TimeRange => ({ from: startTime, to: endTime });

const overlaps = (one: TimeRange, other: TimeRange): boolean => one.from < other.to && one.to > other.from;

function orderRule({ startTime, endTime }: PlannedEvent, { now }: PlanFacts): string | undefined {
  if (endTime <= startTime) return 'It ends before it starts.';
  return startTime < now ? 'It starts in the past.' : undefined;
}

function freeRule(event: PlannedEvent, { others }: PlanFacts): string | undefined {
  const other = others.find((held) => overlaps(spanOf(event), spanOf(held)));
  if (!other) return undefined;
  const { start, end } = formatPeriod(other, undefined);
  return `It is at the same time as ${isolated(other.title)}, ${start} – ${end}.`;
}

/** A contact with the ground needs a station in view all the time. */
function stationRule(event: PlannedEvent, facts: PlanFacts): string | undefined {
  const { contacts } = facts;
  if (event.type !== 'Communication' || !contacts || isUnplanned(event, facts)) return undefined;
  const passes = activePasses(contacts).map(({ pass }) => ({ from: pass.aos, to: pass.los }));
  const seen = joinContacts(passes.toSorted((a, b) => a.from - b.from));
  const held = seen.find((contact) => overlaps(contact, spanOf(event)));
  if (!held) return 'No station is in view during it.';
  // Events lie on whole seconds, passes do not.
  const isCovered = held.from - MS_PER_S < event.startTime && held.to + MS_PER_S > event.endTime;
  return isCovered
    ? undefined
    : `A station is in view only from ${formatUtcMinute(held.from)} to ${formatUtcMinute(held.to)}.`;
}

/** Returns the first instant of an event at which a channel is predicted so, to a step of the prediction. */
function firstTime(
  { startTime, endTime }: PlannedEvent,
  told: LookAhead | undefined,
  channel: HistoryChannel,
  isSo: (value: number) => boolean,
): EpochMs | undefined {
  const line = told?.channels[channel];
  const atStart = line && predictedAt(line, startTime);
  if (!line || atStart === undefined) return undefined;
  if (isSo(atStart)) return startTime;
  for (let index = line.times.findIndex((time) => time > startTime); index < line.times.length; index += 1) {
    const time = line.times[index] as number;
    if (time > endTime) return undefined;
    if (isSo(line.values[index] as number)) return epochMs(time);
  }
  return undefined;
}

const DRAWING: readonly TimelineEvent['type'][] = ['Experiment', 'Maneuver', 'Maintenance'];

function chargeRule(event: PlannedEvent, { told }: PlanFacts): string | undefined {
  if (!DRAWING.includes(event.type)) return undefined;
  const time = firstTime(event, told, 'stateOfCharge', (charge) => charge < LEAST_CHARGE);
  return time && `The charge is predicted below 40 % at ${formatUtcMinute(time)}.`;
}

function recorderRule(event: PlannedEvent, { told, capacityMb }: PlanFacts): string | undefined {
  if (event.type !== 'Experiment' || capacityMb === undefined) return undefined;
  const time = firstTime(event, told, 'recorder', (stored) => stored > capacityMb - LEAST_ROOM_MB);
  return time && `The recorder is predicted full at ${formatUtcMinute(time)}.`;
}

/** The payload is off outside NOMINAL. */
function modeRule(event: PlannedEvent, { told, mode }: PlanFacts): string | undefined {
  if (event.type !== 'Experiment' || !told || mode === undefined || event.startTime > told.to)
    return undefined;
  const before = told.modes.findLast((change) => change.time <= event.startTime);
  const within = told.modes.find(
    (change) => change.mode !== 'NOMINAL' && change.time > event.startTime && change.time < event.endTime,
  );
  const atStart = before?.mode ?? mode;
  const bad = atStart === 'NOMINAL' ? within : { mode: atStart, time: event.startTime };
  return bad && `The payload is off: ORBITA-1 is predicted in ${bad.mode} at ${formatUtcMinute(bad.time)}.`;
}

const RULES = [orderRule, freeRule, stationRule, chargeRule, recorderRule, modeRule];

/** Returns what an event lacks, each in a sentence; none if it can be flown as planned. */
export const lacksOf = (event: PlannedEvent, facts: PlanFacts): readonly string[] =>
  RULES.flatMap((rule) => rule(event, facts) ?? []);

/** True if an event ends later than contacts are planned, so that the rule about stations is silent. */
export const isUnplanned = ({ endTime }: PlannedEvent, { plannedUntil }: PlanFacts): boolean =>
  plannedUntil === undefined || endTime > plannedUntil;

/** True if an event is later than what is predicted, so that the rules about resources are silent. */
export const isUnpredicted = ({ endTime }: PlannedEvent, { told }: PlanFacts): boolean =>
  !told || endTime > told.to;

/**
 * Returns the first start from that of an event on at which it lacks nothing, on a grid of five minutes, or where a
 * pass begins; `undefined` if there is none within what is predicted and planned.
 */
export function nextSlot(event: PlannedEvent, facts: PlanFacts): EpochMs | undefined {
  const lengthMs = event.endTime - event.startTime;
  if (lengthMs <= 0 || !facts.told) return undefined;
  const first = Math.max(event.startTime, facts.now);
  const grid = Math.ceil(first / SLOT_MS) * SLOT_MS;
  const passes = facts.contacts
    ? activePasses(facts.contacts).map(({ pass }) => Math.ceil(pass.aos / 1000) * 1000)
    : [];
  const starts: number[] = passes.filter((aos) => aos >= first);
  const last = facts.told.to - lengthMs;
  for (let start = grid; start <= last; start += SLOT_MS) starts.push(start);
  const fits = starts
    .toSorted((a, b) => a - b)
    .find((start) => {
      const startTime = epochMs(start);
      const moved = { ...event, startTime, endTime: addMs(startTime, lengthMs) };
      return moved.endTime <= (facts.told?.to ?? 0) && lacksOf(moved, facts).length === 0;
    });
  return fits === undefined ? undefined : epochMs(fits);
}
