import { atom } from 'jotai';

export type ActionDialog = 'palette' | 'keys';

/** The dialog that is open; one at most. */
export const openDialogAtom = atom<ActionDialog | undefined>(undefined);

/** A dialog has been closed. Another one that was opened out of it stays. */
export const closeDialogAtom = atom(undefined, (get, set, dialog: ActionDialog) => {
  if (get(openDialogAtom) === dialog) set(openDialogAtom, undefined);
});
