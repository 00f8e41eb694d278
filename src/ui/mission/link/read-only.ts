import { atom } from 'jotai';
import { CATCHING_UP, UNREACHABLE, WATCHING } from '../../../shared/contract/room.ts';
import { MAIN_BRANCH, READ_ONLY } from '../../../shared/contract/transport.ts';
import { isCatchingUpAtom, isRoomLostAtom, roomAtom, sliceAtoms } from './atoms.ts';

/** True in a window that has entered a shared mission by a viewer link. */
export const isViewerAtom = atom((get) => get(roomAtom)?.role === 'viewer');

/**
 * True if this window may command the mission or branch shown: otherwise it has no buttons for that. A viewer commands its
 * own branches only.
 */
export const maySteerAtom = atom((get) => {
  const branch = get(sliceAtoms.transport)?.branch ?? MAIN_BRANCH;
  return branch !== MAIN_BRANCH || !get(isViewerAtom);
});

/** True if the rate of the time shown can be set here: always that of a replay. */
export const mayPaceAtom = atom((get) => {
  const isReplay = get(sliceAtoms.transport)?.mode === 'replay';
  return isReplay || (get(maySteerAtom) && !get(isRoomLostAtom) && !get(isCatchingUpAtom));
});

/** Reason why the mission shown accepts no operation now, as a sentence; `undefined` if it does. */
export const whyReadOnlyAtom = atom((get): string | undefined => {
  if (get(sliceAtoms.transport)?.mode === 'replay') return READ_ONLY;
  if (!get(maySteerAtom)) return WATCHING;
  if (get(isRoomLostAtom)) return UNREACHABLE;
  return get(isCatchingUpAtom) ? CATCHING_UP : undefined;
});
