import { atom } from 'jotai';
import type { CommandDraft } from '../../../shared/contract/operations.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';

/** A command for the form. The form takes it once, which clears it. */
export const preparedDraftAtom = atom<Required<CommandDraft> | undefined>(undefined);

/** Prepares a command for a pass, due at its AOS; the operator chooses which. */
export const preparePassAtom = atom(undefined, (_get, set, aos: EpochMs) =>
  set(preparedDraftAtom, { name: '', scheduledTime: utcFieldText(aos), priority: 'Medium' }),
);
