import { atom } from 'jotai';
import type { CommandDraft } from '../../shared/operations.ts';
import { parseUtc } from '../../shared/utc-text.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { formatPastTime } from './due.ts';

export const EMPTY: Required<CommandDraft> = { name: '', scheduledTime: '', priority: 'Medium' };

/** What the form holds. In an atom, so that it outlives a look at another tab, and a window that gets another layout. */
export const commandDraftAtom = atom(EMPTY);

/** The draft that was prepared elsewhere; the form's own once anything of it is changed. */
export const takenDraftAtom = atom<CommandDraft | undefined>(undefined);

/** Whether a draft is on its way to the mission. Like the draft it outlives the form, or it would be queued twice. */
export const isQueueingAtom = atom(false);

/** Whether the form is open. It opens on demand: the queue has the whole width otherwise. */
export const isCommandFormOpenAtom = atom(false);

/** What follows from the draft's time, where that has passed. */
export const scheduleNoteAtom = atom((get) => {
  const time = parseUtc(get(commandDraftAtom).scheduledTime);
  const now = get(missionSecondAtom);
  return time === undefined || now === undefined ? undefined : formatPastTime(time, now);
});
