import type { TimelineEvent, TimelineEventStatus } from '../../shared/entities.ts';
import type { TimelineEventDraft } from '../../shared/operations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { type Answer, accept, refuse } from '../kit/answers.ts';
import { readEventDraft } from './event-draft.ts';
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

/** Cap on the events of a mission. */
export const EVENTS_CAP = 20_000;

const TIMELINE_FULL = 'The timeline is full with 20,000 events: no more can be added.';
const UNKNOWN = 'This event is no longer on the timeline.';

/** Why an event of each status refuses a transition (spec §4). */
const STANDING: Readonly<Record<TimelineEventStatus, string>> = {
  Scheduled: 'This event has not started yet.',
  'In Progress': 'This event is already in progress.',
  Completed: 'This event is already completed.',
  Cancelled: 'This event is already cancelled.',
};

type Answered = Answer<TimelineState, TimelineEvent>;

export const eventId = (number: number): string => `event-${number}`;

/** Adds a Scheduled event at its place (spec §5). */
export function addEvent(state: TimelineState, draft: TimelineEventDraft): Answered {
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

/** Index after all events with the same or an earlier start, by binary search. */
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
export const startEvent = (state: TimelineState, id: string): Answered =>
  moveEvent(state, id, 'Scheduled', 'In Progress');

/** In Progress → Completed. */
export const completeEvent = (state: TimelineState, id: string): Answered =>
  moveEvent(state, id, 'In Progress', 'Completed');

/** Scheduled → Cancelled. */
export function cancelEvent(state: TimelineState, id: string, time: EpochMs): Answered {
  const answer = moveEvent(state, id, 'Scheduled', 'Cancelled');
  if (!answer.outcome.ok) return answer;
  const cancelled = rememberCancellation(state.cancelled, { id, time });
  return { ...answer, state: { ...answer.state, cancelled } };
}

/** Cancelled → Scheduled, within `UNDO_MS`. */
export function restoreEvent(state: TimelineState, id: string, time: EpochMs): Answered {
  const event = state.events.find((other) => other.id === id);
  if (!event) return refuse(state, UNKNOWN);
  if (event.status !== 'Cancelled') return refuse(state, 'This event was not cancelled.');
  const cancellation = state.cancelled.find((other) => other.id === id);
  if (!cancellation || !canUndo(cancellation, time)) return refuse(state, UNDO_EXPIRED);
  const answer = moveEvent(state, id, 'Cancelled', 'Scheduled');
  const cancelled = state.cancelled.filter((other) => other !== cancellation);
  return { ...answer, state: { ...answer.state, cancelled } };
}

function moveEvent(
  state: TimelineState,
  id: string,
  from: TimelineEventStatus,
  status: TimelineEventStatus,
): Answered {
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
