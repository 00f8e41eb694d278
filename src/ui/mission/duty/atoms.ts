import { atom } from 'jotai';
import type { ConsoleDuty } from '../../../shared/entities/duty-crew.ts';
import { formatList } from '../../../shared/kit/quantity-text.ts';
import { isLinkLostAtom, sliceAtoms } from '../link/atoms.ts';

/** Holder of the console; `undefined` before the first update. Its readers render only on a handover. */
export const consoleHolderAtom = atom((get) => get(sliceAtoms.duty)?.holder);

/** Duty of the crew; `undefined` while the operator has the console or the worker is lost. */
export const crewDutyAtom = atom((get): ConsoleDuty | undefined => {
  const duty = get(sliceAtoms.duty);
  return duty?.holder === 'duty crew' && !get(isLinkLostAtom) ? duty : undefined;
});

/** Says over which consoles ground systems fly the spacecraft; `undefined` while none does, or the worker is lost. */
export const groundLinkTextAtom = atom((get): string | undefined => {
  const { consoles = [] } = get(sliceAtoms.consoles) ?? {};
  const linked = consoles.filter(({ hasGroundLink, isSilent }) => hasGroundLink && !isSilent);
  if (linked.length === 0 || get(isLinkLostAtom)) return undefined;
  const names = formatList(linked.map(({ name }) => name));
  return `Ground systems command ORBITA-1 over the console${linked.length > 1 ? 's' : ''} ${names}`;
});
