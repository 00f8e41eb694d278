import { atom } from 'jotai';
import type { EpochMs } from '../../shared/units.ts';

/** Shared cursor of the pass charts; `undefined` without hover. */
export const passCursorAtom = atom<EpochMs | undefined>(undefined);
