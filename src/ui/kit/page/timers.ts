import { atom } from 'jotai';

/** Calls back after some milliseconds, unless it is cancelled by the function that it returns. */
export type After = (delayMs: number, callback: () => void) => () => void;

/** Set by the composition root. Without it nothing waits. */
export const timersAtom = atom<{ readonly after?: After }>({});
