import { atom } from 'jotai';
import type { CommandDraft } from '../../../shared/contract/operations.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { utcFieldText } from '../../../shared/kit/utc-text.ts';

/** Command for the form, which takes it once and clears it. */
export const preparedDraftAtom = atom<Required<CommandDraft> | undefined>(undefined);

/** Prepares a command due at the AOS of a pass; the operator chooses the command. */
export const preparePassAtom = atom(undefined, (_get, set, aos: EpochMs) =>
  set(preparedDraftAtom, { name: '', scheduledTime: utcFieldText(aos), priority: 'Medium' }),
);
