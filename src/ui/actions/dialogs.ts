import { atom } from 'jotai';

export type ActionDialog = 'palette' | 'keys' | 'about';

/** The dialog that is open; one at most. */
export const openDialogAtom = atom<ActionDialog | undefined>(undefined);

/** What has been typed while the open dialog's code was on its way. */
export const typedAheadAtom = atom('');

/** It is given once. */
export const takeTypedAheadAtom = atom(undefined, (get, set) => {
  const typed = get(typedAheadAtom);
  set(typedAheadAtom, '');
  return typed;
});

/** A dialog has been closed. Another one that was opened out of it stays. */
export const closeDialogAtom = atom(undefined, (get, set, dialog: ActionDialog) => {
  if (get(openDialogAtom) !== dialog) return;
  set(openDialogAtom, undefined);
  set(typedAheadAtom, '');
});
