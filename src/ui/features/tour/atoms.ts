import { atom } from 'jotai';

/** True while the tour is open; writable to open it again. */
export const isTourOpenAtom = atom(false);
