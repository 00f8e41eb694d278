import { atom } from 'jotai';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { edgeSecondAtom, sliceAtoms } from '../link/atoms.ts';

/** Range of instants that can be shown; at least a second. */
export interface SessionSpan {
  readonly start: EpochMs;
  readonly edge: EpochMs;
}

/** `undefined` before the first update. */
export const sessionSpanAtom = atom((get): SessionSpan | undefined => {
  const start = get(sliceAtoms.transport)?.startTime;
  const edge = get(edgeSecondAtom);
  if (start === undefined || edge === undefined) return undefined;
  const second = addMs(start, MS_PER_S);
  return { start, edge: edge < second ? second : edge };
});
