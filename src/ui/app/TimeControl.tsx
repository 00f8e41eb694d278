import { atom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { FailureBoundary } from '../kit/on-demand/FailureBoundary.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';
import { sliceAtoms } from '../mission/link/atoms.ts';
import { TransportBar } from './deferred-parts.ts';
import styles from './footer.module.css';

const isDueAtom = atom((get) => get(isSettledAtom) && get(sliceAtoms.transport) !== undefined);

/** Slot for the time control, whose code is fetched once the first view has its data. */
export function TimeControl() {
  const isDue = useAtomValue(isDueAtom);
  return (
    <div className={styles.time}>
      {isDue && (
        <FailureBoundary
          fallback={(error, retry) => (
            <p role="alert">
              Time control failed: {error.message} <Button onClick={retry}>Try again</Button>
            </p>
          )}
        >
          <Suspense>
            <TransportBar />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
