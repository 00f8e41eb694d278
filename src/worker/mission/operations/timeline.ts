import type { EventChange, TimelineEventDraft } from '../../../shared/contract/operations.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import {
  EVENT_TYPES,
  PRIORITIES,
  type TimelineEvent,
  type TimelineEventStatus,
} from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { rememberLast } from '../../kit/remember.ts';
import { accept, type OperationStep, refuse } from '../../kit/steps.ts';
import {
  chosenFrom,
  chosenPriority,
  isLongerThan,
  missingFields,
  refuseChoice,
  refuseTime,
  typedParagraphs,
  typedText,
} from './drafts.ts';
import { type Cancellation, canUndo, rememberCancellation, UNDO_EXPIRED } from './undo.ts';

/** The mission's timeline (spec §4, §5). */
export interface TimelineState {
  /** Sorted by start time; those with the same start in order of addition. */
  readonly events: readonly TimelineEvent[];
  /** Recently cancelled, oldest first: candidates for undo. */
  readonly cancelled: readonly CancelledEvent[];
  /** Number of the next `event-N`. It only increases: ids are never reused. */
  readonly nextId: number;
}

export interface CancelledEvent extends Cancellation {
  readonly id: string;
}

/** Caps on the texts, in characters. */
const TITLE_LIMIT = 200;
const DESCRIPTION_LIMIT = 2000;

/** Cap on the events of a mission. */
export const EVENTS_CAP = 20_000;

const TIMELINE_FULL = 'The timeline is full: 20,000 events. No more can be added.';
const UNKNOWN = 'This event is no longer on the timeline.';

/** Reason why an event of each status refuses a transition (spec §4). */
const STANDING: Readonly<Record<TimelineEventStatus, string>> = {
  Scheduled: 'This event has not started yet.',
  'In Progress': 'This event is already in progress.',
  Completed: 'This event is already completed.',
  Cancelled: 'This event is already cancelled.',
};

type TimelineStep = OperationStep<TimelineState, TimelineEvent>;

export const eventId = (number: number): string => `event-${number}`;

/** Returns Scheduled events and those in progress, by start time; cached, as a long mission has many past ones. */
export const openEventsOf = rememberLast((events: readonly TimelineEvent[]): readonly TimelineEvent[] =>
  events.filter(({ status }) => status === 'Scheduled' || status === 'In Progress'),
);

/** Reads the timeline form, or refuses it. The end may lie before the start (spec §5). */
export function readEventDraft(draft: TimelineEventDraft): Outcome<Omit<TimelineEvent, 'id' | 'status'>> {
  const texts = {
    title: typedText(draft.title),
    startTime: typedText(draft.startTime),
    endTime: typedText(draft.endTime),
  };
  const missing = missingFields(texts);
  if (missing.length > 0) return refused('Please fill in all required fields', missing);
  const { title } = texts;
  if (isLongerThan(title, TITLE_LIMIT)) {
    return refused('The title is longer than 200 characters. Please shorten it.', ['title']);
  }
  const startTime = parseUtc(texts.startTime);
  if (startTime === undefined) return refuseTime('startTime');
  const endTime = parseUtc(texts.endTime);
  if (endTime === undefined) return refuseTime('endTime');
  const description = typedParagraphs(draft.description);
  if (isLongerThan(description, DESCRIPTION_LIMIT)) {
    return refused('The description is longer than 2,000 characters. Please shorten it.', ['description']);
  }
  const type = chosenFrom(EVENT_TYPES, draft.type, 'Experiment');
  if (!type) return refuseChoice('type', EVENT_TYPES);
  const priority = chosenPriority(draft.priority);
  if (!priority) return refuseChoice('priority', PRIORITIES);
  const waiver = typedText(draft.waiver);
  if (isLongerThan(waiver, TITLE_LIMIT)) {
    return refused('The reason is longer than 200 characters. Please shorten it.', ['waiver']);
  }
  return {
    ok: true,
    value: { title, startTime, endTime, description, type, priority, ...(waiver !== '' && { waiver }) },
  };
}

/** Adds a Scheduled event in order of start time (spec §5). */
export function addEvent(state: TimelineState, draft: TimelineEventDraft): TimelineStep {
  const read = readEventDraft(draft);
  if (!read.ok) return { state, outcome: read, notices: [] };
  if (state.events.length >= EVENTS_CAP) return refuse(state, TIMELINE_FULL);
  const event: TimelineEvent = { id: eventId(state.nextId), ...read.value, status: 'Scheduled' };
  const events = state.events.toSpliced(placeOf(event.startTime, state.events), 0, event);
  return accept(
    { ...state, events, nextId: state.nextId + 1 },
    event,
    'success',
    'Mission event added successfully',
  );
}

/** Changes a Scheduled event, by the rules of a new one. */
export function changeEvent(state: TimelineState, { id, ...draft }: EventChange): TimelineStep {
  const held = state.events.find((event) => event.id === id);
  if (!held) return refuse(state, UNKNOWN);
  if (held.status !== 'Scheduled') return refuse(state, STANDING[held.status]);
  const read = readEventDraft(draft);
  if (!read.ok) return { state, outcome: read, notices: [] };
  const { status } = held;
  const event: TimelineEvent = { id, ...read.value, status };
  const others = state.events.filter((other) => other !== held);
  const events = others.toSpliced(placeOf(event.startTime, others), 0, event);
  return accept({ ...state, events }, event, 'success', 'Mission event changed');
}

/** Returns the index after all events with the same or an earlier start, by binary search. */
function placeOf(startTime: EpochMs, events: readonly TimelineEvent[]): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const held = events[middle];
    if (held && held.startTime <= startTime) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Scheduled → In Progress. */
export const startEvent = (state: TimelineState, id: string): TimelineStep =>
  moveEvent(state, id, 'Scheduled', 'In Progress');

/** In Progress → Completed. */
export const completeEvent = (state: TimelineState, id: string): TimelineStep =>
  moveEvent(state, id, 'In Progress', 'Completed');

/** Scheduled → Cancelled. */
export function cancelEvent(state: TimelineState, id: string, time: EpochMs): TimelineStep {
  const step = moveEvent(state, id, 'Scheduled', 'Cancelled');
  if (!step.outcome.ok) return step;
  const cancelled = rememberCancellation(state.cancelled, { id, time });
  return { ...step, state: { ...step.state, cancelled } };
}

/** Cancelled → Scheduled, within `UNDO_MS`. */
export function restoreEvent(state: TimelineState, id: string, time: EpochMs): TimelineStep {
  const event = state.events.find((other) => other.id === id);
  if (!event) return refuse(state, UNKNOWN);
  if (event.status !== 'Cancelled') return refuse(state, 'This event was not cancelled.');
  const cancellation = state.cancelled.find((other) => other.id === id);
  if (!cancellation || !canUndo(cancellation, time)) return refuse(state, UNDO_EXPIRED);
  const step = moveEvent(state, id, 'Cancelled', 'Scheduled');
  const cancelled = state.cancelled.filter((other) => other !== cancellation);
  return { ...step, state: { ...step.state, cancelled } };
}

function moveEvent(
  state: TimelineState,
  id: string,
  from: TimelineEventStatus,
  status: TimelineEventStatus,
): TimelineStep {
  const index = state.events.findIndex((event) => event.id === id);
  const event = state.events[index];
  if (!event) return refuse(state, UNKNOWN);
  if (event.status !== from) return refuse(state, STANDING[event.status]);
  const moved: TimelineEvent = { ...event, status };
  return accept(
    { ...state, events: state.events.with(index, moved) },
    moved,
    'success',
    `Event status updated to ${status}`,
  );
}
