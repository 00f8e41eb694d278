import { atom } from 'jotai';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { enteringSinceAtom, wallSecondAtom } from './atoms.ts';

/** Waits for a shared mission that are not worth a word, and those after which it counts as unreachable. */
const SHORT_WAIT_MS = 3 * MS_PER_S;
const LONG_WAIT_MS = 10 * MS_PER_S;

/** How long the window has been waiting for a shared mission; `undefined` while it is not, or not for long. */
export const enteringAtom = atom((get): 'connecting' | 'unreachable' | undefined => {
  const since = get(enteringSinceAtom);
  const now = get(wallSecondAtom);
  if (since === undefined || now === undefined || now - since < SHORT_WAIT_MS) return undefined;
  return now - since < LONG_WAIT_MS ? 'connecting' : 'unreachable';
});
