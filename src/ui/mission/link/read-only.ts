import { atom } from 'jotai';
import { READ_ONLY } from '../../../shared/contract/transport.ts';
import { sliceAtoms } from './atoms.ts';

/** Reason why the mission shown accepts no operation now, as a sentence; `undefined` if it does. */
export const whyReadOnlyAtom = atom((get): string | undefined =>
  get(sliceAtoms.transport)?.mode === 'replay' ? READ_ONLY : undefined,
);
