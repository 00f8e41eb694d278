import { atom } from 'jotai';
import type { CommandDraft } from '../../../shared/contract/operations.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { formatPastTime } from './due.ts';

export const EMPTY: Required<CommandDraft> = { name: '', scheduledTime: '', priority: 'Medium' };

/** Content of the form. An atom preserves it across tab and layout changes. */
export const commandDraftAtom = atom(EMPTY);

/** The prepared draft. Editing turns it into the form's own. */
export const takenDraftAtom = atom<CommandDraft | undefined>(undefined);

/**
 * Subject in which a draft is being submitted. Outlives the form like the draft, which could otherwise be queued
 * twice.
 */
export const queueingInAtom = atom<string>();

/** True while the form is open. By default it is closed, and the queue has the whole width. */
export const isCommandFormOpenAtom = atom(false);

/** Consequence of a scheduled time in the past. */
export const scheduleNoteAtom = atom((get) => {
  const time = parseUtc(get(commandDraftAtom).scheduledTime);
  const now = get(missionSecondAtom);
  return time === undefined || now === undefined ? undefined : formatPastTime(time, now);
});
