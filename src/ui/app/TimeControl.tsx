import { atom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../kit/card/FailureBoundary.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { sliceAtoms } from '../mission/atoms.ts';
import { TransportBar } from './deferred-cards.ts';
import styles from './footer.module.css';

const isKnownAtom = atom((get) => get(sliceAtoms.transport) !== undefined);

/** Place of the time control, whose code is fetched with the first data. */
export function TimeControl() {
  const isKnown = useAtomValue(isKnownAtom);
  return (
    <div className={styles.time}>
      {isKnown && (
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
