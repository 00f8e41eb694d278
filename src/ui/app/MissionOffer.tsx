import { useAtomValue } from 'jotai';
import { type ComponentProps, Suspense } from 'react';
import { offerAtom } from '../features/kept-missions/atoms.ts';
import { pageContent, useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import styles from './dashboard.module.css';

const ContinueOffer = onDemand(
  ['ContinueOffer'],
  async () => (await import('../features/kept-missions/ContinueOffer.tsx')).ContinueOffer,
).Component;

/**
 * Slot for the offer to continue a mission, whose code is fetched only when there is one. The panel offers
 * the same.
 */
export function MissionOffer(props: ComponentProps<typeof ContinueOffer>) {
  const isOffered = useAtomValue(offerAtom) !== undefined;
  const kept = useKeptFocus<HTMLDivElement>(pageContent);
  return (
    <div className={styles.offer} {...kept}>
      {isOffered && (
        <FailureBoundary fallback={() => null}>
          <Suspense>
            <ContinueOffer {...props} />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
