import { atom } from 'jotai';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
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

/** Returns an instant as typed into the form. */
export const typedTime = (time: EpochMs): string => utcFieldText(time).replace('T', ' ');

/** The event that the form changes, and what was typed for a new one before; `undefined` while it adds one. */
export const changedEventAtom = atom<
  { readonly id: TimelineEvent['id']; readonly before: Draft } | undefined
>(undefined);

/** Opens the form with the fields of an event, to change it. */
export const changeEventAtom = atom(
  null,
  (get, set, { id, title, startTime, endTime, description, type, priority }: TimelineEvent) => {
    set(changedEventAtom, { id, before: get(changedEventAtom)?.before ?? get(eventDraftAtom) });
    set(eventDraftAtom, {
      title,
      startTime: typedTime(startTime),
      endTime: typedTime(endTime),
      description,
      type,
      priority,
    });
    set(isEventFormOpenAtom, true);
    set(wantedFocusAtom, 'event');
  },
);

/** Ends a change: what was typed for a new event before is in the form again. */
export const endChangeAtom = atom(null, (get, set) => {
  const changed = get(changedEventAtom);
  if (!changed) return;
  set(eventDraftAtom, changed.before);
  set(changedEventAtom, undefined);
});

/**
 * True while a draft is being submitted. Outlives the form like the draft, which could otherwise be added
 * twice.
 */
export const isAddingAtom = atom(false);

/** True while the form is open. By default it is closed, and strip and list have the whole width. */
export const isEventFormOpenAtom = atom(false);
