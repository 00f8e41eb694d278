import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';
import { AwayNotice } from './deferred-cards.ts';

/** Place of what happened while nobody was there, whose code is fetched after the first view has its data. */
export function Away() {
  return (
    useAtomValue(isSettledAtom) && (
      <FailureBoundary fallback={() => null}>
        <Suspense>
          <AwayNotice />
        </Suspense>
      </FailureBoundary>
    )
  );
}
