import { atom } from 'jotai';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';
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
};

/** Content of the form. An atom preserves it across tab changes. */
export const eventDraftAtom = atom(EMPTY);

/** The event that the form changes; `undefined` while it adds one. */
export const changedEventAtom = atom<TimelineEvent['id'] | undefined>(undefined);

/** Opens the form with the fields of an event, to change it. */
export const changeEventAtom = atom(
  null,
  (_get, set, { id, title, startTime, endTime, description, type, priority }: TimelineEvent) => {
    const [start, end] = [startTime, endTime].map((time) => utcFieldText(time).replace('T', ' '));
    set(changedEventAtom, id);
    set(eventDraftAtom, { title, startTime: start ?? '', endTime: end ?? '', description, type, priority });
    set(isEventFormOpenAtom, true);
    set(wantedFocusAtom, 'event');
  },
);

/**
 * True while a draft is being submitted. Outlives the form like the draft, which could otherwise be added
 * twice.
 */
export const isAddingAtom = atom(false);

/** True while the form is open. By default it is closed, and strip and list have the whole width. */
export const isEventFormOpenAtom = atom(false);
