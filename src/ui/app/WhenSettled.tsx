import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';

/**
 * Optional parts of the page: rendered once the first view has its data, and omitted if their code cannot be
 * fetched.
 */
export function WhenSettled({ children }: { readonly children: ReactNode }) {
  return (
    useAtomValue(isSettledAtom) && (
      <FailureBoundary fallback={() => null}>
        <Suspense>{children}</Suspense>
      </FailureBoundary>
    )
  );
}
