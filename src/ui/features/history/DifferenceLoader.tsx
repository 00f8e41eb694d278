import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { newestOnly } from '../../mission/link/newest-only.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { type ComparedPair, comparedPairAtom } from '../../mission/time/comparison.ts';
import { boundsAtom, firstDifferenceAtom, foundDifferenceAtom } from './atoms.ts';

interface DifferenceLoaderProps {
  readonly shown: BranchId;
  readonly other: BranchId;
}

interface Question {
  readonly pair: ComparedPair;
  readonly branches: readonly [BranchId, BranchId];
}

/** Requests the first difference of two branches at each new sample, until there is one. */
export function DifferenceLoader({ shown, other }: DifferenceLoaderProps) {
  const control = useSessionControl();
  const end = useAtomValue(boundsAtom)?.end;
  const pair = useAtomValue(comparedPairAtom);
  const isKnown = useAtomValue(firstDifferenceAtom) !== undefined;
  const setFound = useSetAtom(foundDifferenceAtom);
  const ask = useMemo(
    () =>
      newestOnly(async ({ pair, branches }: Question, isNewest) => {
        const asked = askUntilKnown(() => control.compare(branches), isNewest);
        const outcome = await asked.catch(() => undefined); // requested again at the next sample
        const first = outcome?.ok ? outcome.value.firstDifference : undefined;
        setFound(first && { pair, time: first.time, channel: first.channel });
      }),
    [control, setFound],
  );
  useEffect(() => {
    if (pair && !isKnown && end !== undefined) ask({ pair, branches: [shown, other] });
  }, [ask, pair, isKnown, end, shown, other]);
  return null;
}
