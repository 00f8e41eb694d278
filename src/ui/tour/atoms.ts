import { atom } from 'jotai';

/** Whether the tour is on the page; set to show it again. */
export const isTourOpenAtom = atom(false);
