import { useAtomValue } from 'jotai';
import { type ComponentProps, Suspense } from 'react';
import { offerAtom } from '../kept-missions/atoms.ts';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';

const ContinueOffer = onDemand(
  ['ContinueOffer'],
  async () => (await import('../kept-missions/ContinueOffer.tsx')).ContinueOffer,
).Component;

/** Place of the offer to continue a mission, whose code is fetched if there is one. What it offers is in the panel too. */
export function MissionOffer(props: ComponentProps<typeof ContinueOffer>) {
  const isOffered = useAtomValue(offerAtom) !== undefined;
  if (!isOffered) return null;
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>
        <ContinueOffer {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
