import { atom } from 'jotai';
import type { TimelineEventDraft } from '../../shared/operations.ts';

export type Draft = Required<TimelineEventDraft>;

/** The defaults of spec §5. */
export const EMPTY: Draft = {
  title: '',
  startTime: '',
  endTime: '',
  description: '',
  type: 'Experiment',
  priority: 'Medium',
};

/** What the form holds. In an atom, so that it outlives a look at another tab. */
export const eventDraftAtom = atom(EMPTY);

/** Whether a draft is on its way to the mission. Like the draft it outlives the form, or it would be added twice. */
export const isAddingAtom = atom(false);

/** Whether the form is open. It opens on demand: strip and list have the whole width otherwise. */
export const isEventFormOpenAtom = atom(false);
