import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';
import { Tooltips } from './deferred-cards.ts';

/** Tooltips, whose code is fetched after the first view. Without it the controls still have their names. */
export function TooltipsOnDemand() {
  const isSettled = useAtomValue(isSettledAtom);
  if (!isSettled) return null;
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>
        <Tooltips />
      </Suspense>
    </FailureBoundary>
  );
}
