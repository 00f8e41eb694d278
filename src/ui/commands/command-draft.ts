import { atom } from 'jotai';
import type { CommandDraft } from '../../shared/operations.ts';

export const EMPTY: Required<CommandDraft> = { name: '', scheduledTime: '', priority: 'Medium' };

/** What the form holds. In an atom, so that it outlives a look at another tab, and a window that gets another layout. */
export const commandDraftAtom = atom(EMPTY);
