import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';

const Tooltips = onDemand(['Tooltips'], async () => (await import('./Tooltips.tsx')).Tooltips).Component;

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
