import { Suspense, useRef, useState } from 'react';
import { Card } from '../kit/card/Card.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { useShown } from '../kit/page/use-shown.ts';
import { LoadingState } from '../mission/LoadingState.tsx';
import styles from './passes.module.css';

const PassesView = onDemand(
  ['PassesView'],
  async () => (await import('./PassesView.tsx')).PassesView,
).Component;

/** The passes of tonight and the coming days over a place. It loads, and searches, when it comes into view. */
export function PassesCard({ className }: { readonly className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  const isShown = useShown(ref, false);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <Card
      title="Passes"
      className={className}
      aside={<p className={styles.aside}>Times UTC, tonight and the coming days</p>}
    >
      <div ref={ref} className={styles.frame}>
        {wasShown && (
          <Suspense fallback={<LoadingState headline="Loading passes…" />}>
            <PassesView isShown={isShown} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
