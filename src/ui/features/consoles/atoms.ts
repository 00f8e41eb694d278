import { atom } from 'jotai';
import { roomAtom, sliceAtoms } from '../../mission/link/atoms.ts';

export const isConsolesPanelOpenAtom = atom(false);

/** Number of consoles that show the mission, including this one unless it is a viewer of a shared mission. */
export const consoleCountAtom = atom((get) => get(sliceAtoms.consoles)?.consoles.length ?? 1);

export const viewerCountAtom = atom((get) => get(roomAtom)?.viewerCount ?? 0);

/** True in a window that was opened by the address for ground systems. */
export const isGroundLinkOfferedAtom = atom(false);
/** True from the operator's agreement until the link ends. */
export const isGroundLinkWantedAtom = atom(false);
