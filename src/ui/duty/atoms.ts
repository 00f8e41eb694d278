import { atom } from 'jotai';
import type { ConsoleDuty } from '../../shared/duty-crew.ts';
import { dutyAtom, isLinkLostAtom } from '../mission/atoms.ts';

/** Who has the console; `undefined` before the first update. Renders its reader only when the console changes hands. */
export const consoleHolderAtom = atom((get) => get(dutyAtom)?.holder);

/** The duty crew's turn at the console; `undefined` while the operator has it, and while the worker is away. */
export const crewDutyAtom = atom((get): ConsoleDuty | undefined => {
  const duty = get(dutyAtom);
  return duty?.holder === 'duty crew' && !get(isLinkLostAtom) ? duty : undefined;
});
