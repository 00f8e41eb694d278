import { atom } from 'jotai';

/** Calls back after a delay, unless the returned function cancels it. */
export type After = (delayMs: number, callback: () => void) => () => void;

/** Set by the composition root. Without it, nothing is delayed. */
export const timersAtom = atom<{ readonly after?: After }>({});
