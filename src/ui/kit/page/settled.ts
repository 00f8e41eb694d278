import { atom } from 'jotai';

/** Whether the first view has its data, and the browser has been idle since: what is not in it may be fetched. */
export const isSettledAtom = atom(false);
