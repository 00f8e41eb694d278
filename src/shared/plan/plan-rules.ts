import { activePasses, joinContacts, type SatelliteContacts } from '../contract/contact-plan.ts';
import type { HistoryChannel } from '../contract/history.ts';
import type { LookAhead } from '../contract/look-ahead.ts';
import { predictedAt } from '../contract/predicted-line.ts';
import type { TimelineEvent } from '../entities/entities.ts';
import { EVENT_EFFECTS, eventPowerW } from '../entities/event-effects.ts';
import type { SpacecraftMode } from '../entities/spacecraft.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
  type TimeRange,
} from '../kit/units.ts';

/** What an event of the plan needs, and where it lacks it. The rules advise; nothing forbids an event. */

/** Channels on which the rules depend. */
export const PLAN_CHANNELS: readonly HistoryChannel[] = ['stateOfCharge', 'recorder'];

/** Least charge at which an event is planned, 0 to 1. */
export const LEAST_CHARGE = 0.4;
/** Free space of the recorder below which it counts as full, MB. */
const LEAST_ROOM_MB = 50;
/** Energy of the battery at its nominal voltage of 25 V, Wh. */
const BATTERY_WH = 500;
const SLOT_MS = 5 * MS_PER_MIN;

/** An event that is planned. */
export type PlannedTimes = Pick<TimelineEvent, 'type' | 'startTime' | 'endTime'>;

export type TitledTimes = PlannedTimes & Pick<TimelineEvent, 'title'>;

export interface PlanFacts {
  readonly now: EpochMs;
  /** Scheduled events and those in progress, without the one that is planned. */
  readonly others: readonly TitledTimes[];
  readonly contacts: SatelliteContacts | undefined;
  /** Until when the contacts are planned. */
  readonly plannedUntil: EpochMs | undefined;
  /** The day to come with the other events, and without the one that is planned; `undefined` if it is not predicted. */
  readonly told: LookAhead | undefined;
  readonly mode: SpacecraftMode | undefined;
  /** Capacity of the recorder; `undefined` if it is not known. */
  readonly capacityMb: number | undefined;
  /** True if the prediction has the event that is planned, too. */
  readonly includesIt?: true;
}

/** What an event lacks. */
export type Lack =
  | { readonly rule: 'order' | 'past' | 'station' }
  /** It is at the same time as another one, of the list that was given. */
  | { readonly rule: 'overlap'; readonly other: TitledTimes }
  /** A station is in view only for a part of it: the first contact. */
  | { readonly rule: 'view'; readonly view: TimeRange }
  /** The charge is predicted too low, or the recorder full, from an instant on. */
  | { readonly rule: 'charge' | 'recorder'; readonly time: EpochMs }
  /** ORBITA-1 is predicted to be in a mode in which it does nothing on board. */
  | { readonly rule: 'mode'; readonly mode: SpacecraftMode; readonly time: EpochMs };

const spanOf = ({ startTime, endTime }: PlannedTimes): TimeRange => ({ from: startTime, to: endTime });

const overlaps = (one: TimeRange, other: TimeRange): boolean => one.from < other.to && one.to > other.from;

function orderRule({ startTime, endTime }: PlannedTimes, { now }: PlanFacts): Lack | undefined {
  if (endTime <= startTime) return { rule: 'order' };
  return startTime < now ? { rule: 'past' } : undefined;
}

function freeRule(event: PlannedTimes, { others }: PlanFacts): Lack | undefined {
  const other = others.find((held) => overlaps(spanOf(event), spanOf(held)));
  return other && { rule: 'overlap', other };
}

/** A contact with the ground needs a station in view all the time. */
function stationRule(event: PlannedTimes, facts: PlanFacts): Lack | undefined {
  const { contacts } = facts;
  if (!EVENT_EFFECTS[event.type].isDownlink || !contacts || isUnplanned(event, facts)) return undefined;
  const passes = activePasses(contacts).map(({ pass }) => ({ from: pass.aos, to: pass.los }));
  const seen = joinContacts(passes.toSorted((a, b) => a.from - b.from));
  const held = seen.find((contact) => overlaps(contact, spanOf(event)));
  if (!held) return { rule: 'station' };
  // Events lie on whole seconds, passes do not.
  const isCovered = held.from - MS_PER_S < event.startTime && held.to + MS_PER_S > event.endTime;
  return isCovered ? undefined : { rule: 'view', view: held };
}

/**
 * Returns the first instant of an event at which a channel is predicted so, to a step of the prediction.
 * @param ownPerH what the event itself changes of the channel in an hour, at most
 */
function firstTime(
  { startTime, endTime }: PlannedTimes,
  told: LookAhead | undefined,
  channel: HistoryChannel,
  ownPerH: number,
  isSo: (value: number) => boolean,
): EpochMs | undefined {
  const line = told?.channels[channel];
  const atStart = line && predictedAt(line, startTime);
  if (!line || atStart === undefined) return undefined;
  if (isSo(atStart)) return startTime;
  for (let index = line.times.findIndex((time) => time > startTime); index < line.times.length; index += 1) {
    const time = line.times[index] as number;
    if (time > endTime) return undefined;
    const own = (ownPerH * (time - startTime)) / MS_PER_H;
    if (isSo((line.values[index] as number) + own)) return epochMs(time);
  }
  return undefined;
}

function chargeRule(event: PlannedTimes, { told, includesIt }: PlanFacts): Lack | undefined {
  const powerW = eventPowerW(event.type);
  if (powerW === 0) return undefined;
  const ownPerH = includesIt ? 0 : -powerW / BATTERY_WH;
  const time = firstTime(event, told, 'stateOfCharge', ownPerH, (charge) => charge < LEAST_CHARGE);
  return time && { rule: 'charge', time };
}

function recorderRule(event: PlannedTimes, { told, capacityMb, includesIt }: PlanFacts): Lack | undefined {
  const { recordedMbPerS } = EVENT_EFFECTS[event.type];
  if (recordedMbPerS === undefined || capacityMb === undefined) return undefined;
  const ownPerH = includesIt ? 0 : (recordedMbPerS * MS_PER_H) / MS_PER_S;
  const time = firstTime(event, told, 'recorder', ownPerH, (stored) => stored > capacityMb - LEAST_ROOM_MB);
  return time && { rule: 'recorder', time };
}

/** Outside NOMINAL an event does nothing on board. */
function modeRule(event: PlannedTimes, { told, mode }: PlanFacts): Lack | undefined {
  if (!actsOnBoard(event.type) || !told || mode === undefined || event.startTime > told.to) return undefined;
  const before = told.modes.findLast((change) => change.time <= event.startTime);
  const within = told.modes.find(
    (change) => change.mode !== 'NOMINAL' && change.time > event.startTime && change.time < event.endTime,
  );
  const atStart = before?.mode ?? mode;
  const bad = atStart === 'NOMINAL' ? within : { mode: atStart, time: event.startTime };
  return bad && { rule: 'mode', ...bad };
}

/** True of an event that does something on board. */
const actsOnBoard = (type: PlannedTimes['type']): boolean =>
  eventPowerW(type) > 0 || EVENT_EFFECTS[type].isDownlink === true;

const RULES = [orderRule, freeRule, stationRule, chargeRule, recorderRule, modeRule];

/** Returns what an event lacks; nothing if it can be flown as planned. */
export const lacksOf = (event: PlannedTimes, facts: PlanFacts): readonly Lack[] =>
  RULES.flatMap((rule) => rule(event, facts) ?? []);

/** True if an event ends later than contacts are planned, so that the rule about stations is silent. */
export const isUnplanned = ({ endTime }: PlannedTimes, { plannedUntil }: PlanFacts): boolean =>
  plannedUntil === undefined || endTime > plannedUntil;

/** True if an event is later than what is predicted, so that the rules about resources are silent. */
export const isUnpredicted = ({ endTime }: PlannedTimes, { told }: PlanFacts): boolean =>
  !told || endTime > told.to;

/**
 * Returns the first start from that of an event on at which it lacks nothing: on a grid of five minutes, for a contact
 * also where a pass begins; `undefined` if there is none within what is predicted and planned.
 */
export function nextSlot(event: PlannedTimes, facts: PlanFacts): EpochMs | undefined {
  const { now, told, contacts } = facts;
  const lengthMs = event.endTime - event.startTime;
  if (lengthMs <= 0 || !told) return undefined;
  const first = Math.max(event.startTime, now);
  const last = told.to - lengthMs;
  const starts: number[] = [];
  for (let start = Math.ceil(first / SLOT_MS) * SLOT_MS; start <= last; start += SLOT_MS) starts.push(start);
  if (EVENT_EFFECTS[event.type].isDownlink && contacts) {
    const passes = activePasses(contacts).map(({ pass }) => Math.ceil(pass.aos / MS_PER_S) * MS_PER_S);
    starts.push(...passes.filter((aos) => aos >= first && aos <= last));
    starts.sort((a, b) => a - b);
  }
  return starts.map(epochMs).find((startTime) => {
    const moved = { ...event, startTime, endTime: addMs(startTime, lengthMs) };
    return lacksOf(moved, facts).length === 0;
  });
}
