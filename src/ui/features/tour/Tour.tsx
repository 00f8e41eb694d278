import { useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { isSettledAtom } from '../../kit/page/settled.ts';
import { isTourDoneAtom } from '../../kit/preferences/preferences.ts';
import { isTourWelcome } from '../../mission/navigation/address.ts';
import { isTourOpenAtom } from './atoms.ts';

const TourPanel = onDemand(['TourPanel'], async () => (await import('./TourPanel.tsx')).TourPanel).Component;

/**
 * Opens the tour once, on a first visit to the Overview, when the first view is complete. A link to another
 * tab implies an experienced user.
 */
function useFirstVisit(): void {
  const [query] = useSearchParams();
  const isDone = useAtomValue(isTourDoneAtom);
  const isSettled = useAtomValue(isSettledAtom);
  const setOpen = useSetAtom(isTourOpenAtom);
  const isDue = isTourWelcome(query) && !isDone && isSettled;
  useEffect(() => {
    // An operator who has opened something by then is at work: the tour waits for the next visit.
    if (isDue && !document.querySelector('[role="dialog"]')) setOpen(true);
  }, [isDue, setOpen]);
}

export function Tour() {
  useFirstVisit();
  const isOpen = useAtomValue(isTourOpenAtom);
  if (!isOpen) return null;
  // A tour whose script cannot be fetched is omitted; it opens on the next visit, or from the palette.
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>
        <TourPanel />
      </Suspense>
    </FailureBoundary>
  );
}
