import { atom } from 'jotai';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';

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

/**
 * True while a draft is being submitted. Outlives the form like the draft, which could otherwise be added
 * twice.
 */
export const isAddingAtom = atom(false);

/** True while the form is open. By default it is closed, and strip and list have the whole width. */
export const isEventFormOpenAtom = atom(false);
