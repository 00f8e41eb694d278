import { atom } from 'jotai';

/** True once the first view has its data and the browser has been idle since: everything else may then be fetched. */
export const isSettledAtom = atom(false);
