import { atom, type SetStateAction } from 'jotai';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { parseUtc, utcFieldText } from '../../../shared/kit/utc-text.ts';
import { ownedAtom, subjectAtom } from '../../mission/link/atoms.ts';
import { wantedFocusAtom } from '../../mission/navigation/wanted-focus.ts';

export type Draft = Required<TimelineEventDraft>;

/** Defaults of spec §5. */
export const EMPTY: Draft = {
  title: '',
  startTime: '',
  endTime: '',
  description: '',
  type: 'Experiment',
  priority: 'Medium',
  waiver: '',
};

/** Fields in form order. */
export const FIELDS = Object.keys(EMPTY) as readonly (keyof Draft)[];

interface ChangedEvent {
  readonly id: TimelineEvent['id'];
  /** What was typed for a new one before. */
  readonly before: Draft;
  /** True if the form was open before: else it closes with the change. */
  readonly wasOpen: boolean;
}

/**
 * The event that the form changes; `undefined` while it adds one. In another mission or branch the same id is that of
 * another event.
 */
export const changedEventAtom = ownedAtom<ChangedEvent | undefined>(subjectAtom, undefined);

const typedAtom = atom(EMPTY);

/** Content of the form. An atom preserves it across tab changes. */
export const eventDraftAtom = atom(
  (get) => get(typedAtom),
  (get, set, next: SetStateAction<Draft>) => {
    // Ends the change of an event that is not shown: this is a new one, even once that is shown again.
    if (!get(changedEventAtom)) set(changedEventAtom, undefined);
    set(typedAtom, next);
  },
);

/** Returns the fields of an event as they are typed. */
export const fieldsOf = ({
  title,
  startTime,
  endTime,
  description,
  type,
  priority,
  waiver = '',
}: TimelineEvent): Draft => ({
  title,
  startTime: utcFieldText(startTime),
  endTime: utcFieldText(endTime),
  description,
  type,
  priority,
  waiver,
});

/** True if an event has exactly these fields. */
export function hasFields(event: TimelineEvent, fields: Draft): boolean {
  const held = fieldsOf(event);
  return FIELDS.every((name) => held[name] === fields[name]);
}

/** Takes the fields of an event into the draft, to change it. */
const takeEventAtom = atom(null, (get, set, event: TimelineEvent) => {
  const { before = get(eventDraftAtom), wasOpen = get(isEventFormOpenAtom) } = get(changedEventAtom) ?? {};
  set(changedEventAtom, { id: event.id, before, wasOpen });
  set(eventDraftAtom, fieldsOf(event));
});

/** Opens the form with what is being changed. */
const openChangeAtom = atom(null, (_get, set) => {
  set(isEventFormOpenAtom, true);
  set(wantedFocusAtom, 'event');
});

/** Opens the form with the fields of an event, to change it. */
export const changeEventAtom = atom(null, (_get, set, event: TimelineEvent) => {
  set(takeEventAtom, event);
  set(openChangeAtom);
});

/** The form as it was before an event was dragged; `undefined` unless one is. */
const beforeMoveAtom = atom<
  | {
      readonly draft: Draft;
      readonly changed: ChangedEvent | undefined;
      /** Times from which the drag moves. */
      readonly startTime: EpochMs;
      readonly endTime: EpochMs;
    }
  | undefined
>(undefined);

/** True while the event that is changed is dragged on the strip. */
export const isDraggingAtom = atom((get) => get(beforeMoveAtom) !== undefined);

/**
 * Begins to drag an event. Nothing changes in the mission before its form is saved. What was typed of the same event
 * stays.
 */
export const beginMoveAtom = atom(null, (get, set, event: TimelineEvent) => {
  const changed = get(changedEventAtom);
  const draft = get(eventDraftAtom);
  if (changed?.id !== event.id) set(takeEventAtom, event);
  const { startTime, endTime } = get(eventDraftAtom);
  set(beforeMoveAtom, {
    draft,
    changed,
    startTime: parseUtc(startTime) ?? event.startTime,
    endTime: parseUtc(endTime) ?? event.endTime,
  });
});

/** A drag of an event so far. */
interface Move {
  readonly byMs: number;
  readonly snapTo: readonly EpochMs[];
  /** Within this time of one of them, the event starts there; elsewhere on whole steps. */
  readonly nearMs: number;
}

const STEP_MS = 5 * MS_PER_MIN;

/** Moves the dragged event, whose length stays. */
export const moveAtom = atom(null, (get, set, { byMs, snapTo, nearMs }: Move) => {
  const before = get(beforeMoveAtom);
  if (!before) return;
  const wanted = before.startTime + byMs;
  const distanceTo = (start: EpochMs): number => Math.abs(start - wanted);
  const [near] = snapTo
    .filter((start) => distanceTo(start) <= nearMs)
    .toSorted((a, b) => distanceTo(a) - distanceTo(b));
  const startTime = epochMs(near ?? Math.round(wanted / STEP_MS) * STEP_MS);
  const endTime = addMs(startTime, before.endTime - before.startTime);
  set(eventDraftAtom, {
    ...get(eventDraftAtom),
    startTime: utcFieldText(startTime),
    endTime: utcFieldText(endTime),
  });
});

/** Ends a drag: the form opens with the new times. */
export const endMoveAtom = atom(null, (_get, set) => {
  set(beforeMoveAtom, undefined);
  set(openChangeAtom);
});

/** Ends a drag without effect. */
export const cancelMoveAtom = atom(null, (get, set) => {
  const before = get(beforeMoveAtom);
  if (!before) return;
  set(beforeMoveAtom, undefined);
  // Another mission or branch that has come meanwhile has no such change.
  if (get(changedEventAtom)) set(changedEventAtom, before.changed);
  set(eventDraftAtom, before.draft);
});

/** Ends the change of an event, if the form still shows it: what was typed for a new event before is in the form again. */
export const endChangeAtom = atom(null, (get, set, id: TimelineEvent['id']) => {
  const changed = get(changedEventAtom);
  if (changed?.id !== id) return;
  set(eventDraftAtom, changed.before);
  set(changedEventAtom, undefined);
});

/**
 * Subject in which a draft is being submitted. Outlives the form like the draft, which could otherwise be added
 * twice.
 */
export const addingInAtom = atom<string>();

/** True while the form is open. By default it is closed, and strip and list have the whole width. */
export const isEventFormOpenAtom = atom(false);
