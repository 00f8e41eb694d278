import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { SessionMarks } from '../../../shared/contract/history.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import { edgeSecondAtom, sliceAtoms, wallSecondAtom } from '../link/atoms.ts';
import { useSessionControl } from '../link/session-control.ts';
import { isReplayAtom } from './shown-time.ts';

const FETCH_PERIOD_MS = 10 * MS_PER_S;

const fetchNumberAtom = atom((get) => {
  const now = get(wallSecondAtom);
  return now === undefined ? undefined : Math.floor(now / FETCH_PERIOD_MS);
});
const branchAtom = atom((get) => get(sliceAtoms.transport)?.branch);

/**
 * Returns the marks of the whole session up to its live edge; `undefined` until they arrive. A replay keeps those
 * of the live edge, because at a past instant nothing later is known.
 */
export function useMarks(): SessionMarks | undefined {
  const control = useSessionControl();
  const store = useStore();
  const isVisible = usePageVisible();
  const isReplay = useAtomValue(isReplayAtom);
  const branch = useAtomValue(branchAtom);
  const number = useAtomValue(fetchNumberAtom);
  const [held, setHeld] = useState<{ readonly branch: BranchId; readonly marks: SessionMarks }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each number is a fetch
  useEffect(() => {
    const from = store.get(sliceAtoms.transport)?.startTime;
    const to = store.get(edgeSecondAtom);
    if (!isVisible || isReplay || branch === undefined) return undefined;
    if (from === undefined || to === undefined) return undefined;
    let isWanted = true;
    control
      .marks({ from, to })
      .then((outcome) => {
        if (isWanted && outcome.ok && outcome.value) setHeld({ branch, marks: outcome.value });
      })
      .catch(() => undefined); // the next fetch follows
    return () => {
      isWanted = false;
    };
  }, [control, store, isVisible, isReplay, branch, number]);
  return held && held.branch === branch ? held.marks : undefined;
}
