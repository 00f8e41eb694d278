import { atom } from 'jotai';

/** Whether the tour is open; writable to open it again. */
export const isTourOpenAtom = atom(false);
