import { atom } from 'jotai';
import type { SavedRecording } from '../../../shared/contract/recording.ts';

export type ActionDialog = 'palette' | 'keys' | 'about' | 'recording';

/** The open dialog; at most one. */
export const openDialogAtom = atom<ActionDialog | undefined>(undefined);

/** Recording that the dialog `recording` asks about. */
export const recordingToOpenAtom = atom<SavedRecording | undefined>(undefined);

/** Text typed while the open dialog's code was loading. */
export const typedAheadAtom = atom('');

/** Returns the typed text and clears it. */
export const takeTypedAheadAtom = atom(undefined, (get, set) => {
  const typed = get(typedAheadAtom);
  set(typedAheadAtom, '');
  return typed;
});

/** Closes a dialog. Another one opened from it stays open. */
export const closeDialogAtom = atom(undefined, (get, set, dialog: ActionDialog) => {
  if (get(openDialogAtom) !== dialog) return;
  set(openDialogAtom, undefined);
  set(typedAheadAtom, '');
});
