import { atom } from 'jotai';
import { sliceAtoms } from '../../mission/link/atoms.ts';

export const isConsolesPanelOpenAtom = atom(false);

/** Number of consoles that show the mission, including this one. */
export const consoleCountAtom = atom((get) => get(sliceAtoms.consoles)?.consoles.length ?? 1);
