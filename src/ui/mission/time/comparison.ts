import { atom, type Getter } from 'jotai';
import type { TimeSpan } from '../../../shared/contract/history.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { missionIdAtom, ownedAtom, sliceAtoms, subjectAtom, subjectOf } from '../link/atoms.ts';

/** Subjects of two branches whose curves the charts draw. */
export type ComparedPair = readonly [string, string];

export const comparedPairAtom = atom<ComparedPair | undefined>(undefined);

export const shownIdAtom = atom((get) => get(sliceAtoms.transport)?.branch);

function nameOf(get: Getter, wanted: BranchId | undefined): string | undefined {
  return get(sliceAtoms.transport)?.branches.find(({ id }) => id === wanted)?.name;
}

/** Branch that is compared with the one shown; `undefined` unless one of the two is shown. */
export const comparedIdAtom = atom((get): BranchId | undefined => {
  const pair = get(comparedPairAtom);
  const shown = get(subjectAtom);
  if (!pair?.includes(shown)) return undefined;
  const [one, two] = pair;
  const other = one === shown ? two : one;
  return get(sliceAtoms.transport)?.branches.find(({ id }) => subjectOf(get, id) === other)?.id;
});

/** Charts or diagram on the Telemetry tab, where there is no space for both. */
export const cardViewAtom = atom<'charts' | 'diagram'>('charts');

/** Span of the mission shown that its charts should open on. They clear it once they show it. */
export const wantedSpanAtom = ownedAtom<Required<TimeSpan> | undefined>(missionIdAtom, undefined);

/** Has the charts shown, on the span of both curves if that is known. */
export const showBothAtom = atom(null, (_get, set, span: Required<TimeSpan> | undefined) => {
  set(cardViewAtom, 'charts');
  set(wantedSpanAtom, span);
});

export const shownNameAtom = atom((get) => nameOf(get, get(shownIdAtom)));
export const comparedNameAtom = atom((get) => nameOf(get, get(comparedIdAtom)));

/** Compares the branch shown with another; `undefined` ends the comparison. */
export const compareAtom = atom(null, (get, set, other: BranchId | undefined) => {
  set(comparedPairAtom, other === undefined ? undefined : [get(subjectAtom), subjectOf(get, other)]);
});
