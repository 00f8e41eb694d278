import { Suspense, useRef } from 'react';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { useShown } from '../../kit/page/use-shown.ts';
import { LoadingCard } from './LoadingCard.tsx';

const PassesView = onDemand(
  ['PassesView'],
  async () => (await import('./PassesView.tsx')).PassesView,
).Component;

/** Passes of tonight and the coming days over a place. Searches while in view or while it sets alerts. */
export function PassesPanel() {
  const ref = useRef<HTMLDivElement>(null);
  const isShown = useShown(ref);
  return (
    <div ref={ref}>
      <Suspense fallback={<LoadingCard />}>
        <PassesView isShown={isShown} />
      </Suspense>
    </div>
  );
}
