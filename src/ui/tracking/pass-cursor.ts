import { atom } from 'jotai';
import type { EpochMs } from '../../shared/units.ts';

/** The instant that the pass charts point at together; `undefined` while nobody points. */
export const passCursorAtom = atom<EpochMs | undefined>(undefined);
