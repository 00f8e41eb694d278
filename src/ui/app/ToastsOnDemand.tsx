import { atom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';

const { Component: Toasts } = onDemand(['Toasts'], async () => (await import('./Toasts.tsx')).Toasts);

/** How often toasts have been asked for: each time their script is fetched, if it is not there. */
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
