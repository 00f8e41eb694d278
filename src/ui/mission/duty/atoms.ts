import { atom } from 'jotai';
import type { ConsoleDuty } from '../../../shared/entities/duty-crew.ts';
import { isLinkLostAtom, sliceAtoms } from '../link/atoms.ts';

/** Who has the console; `undefined` before the first update. Renders its reader only on a handover. */
export const consoleHolderAtom = atom((get) => get(sliceAtoms.duty)?.holder);

/** Duty of the crew; `undefined` while the operator has the console, and while the worker is lost. */
export const crewDutyAtom = atom((get): ConsoleDuty | undefined => {
  const duty = get(sliceAtoms.duty);
  return duty?.holder === 'duty crew' && !get(isLinkLostAtom) ? duty : undefined;
});
