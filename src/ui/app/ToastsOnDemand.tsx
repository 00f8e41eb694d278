import { atom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';

const { Component: Toasts } = onDemand(['Toasts'], async () => (await import('./Toasts.tsx')).Toasts);

/** Number of toast requests. Each one fetches the toast script if it is missing. */
export const toastRequestsAtom = atom(0);

export function ToastsOnDemand() {
  const requests = useAtomValue(toastRequestsAtom);
  if (requests === 0) return null;
  return (
    <FailureBoundary key={requests} fallback={() => null}>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </FailureBoundary>
  );
}
