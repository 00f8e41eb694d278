import { atom } from 'jotai';
import type { ConsoleId } from '../../shared/consoles.ts';
import { sliceAtoms } from '../mission/atoms.ts';

export const isConsolesPanelOpenAtom = atom(false);

/** Number of consoles that show the mission, this one included. */
export const consoleCountAtom = atom((get) => get(sliceAtoms.consoles)?.consoles.length ?? 1);

/** The console that fetches live data and plays alarms: this one, or else the longest member that is heard of. */
export const leaderAtom = atom((get): ConsoleId | undefined => {
  const view = get(sliceAtoms.consoles);
  if (!view || view.isLeader) return view?.self;
  return view.consoles.find(({ id, isSilent }) => id !== view.self && !isSilent)?.id;
});
