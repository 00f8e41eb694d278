import { useAtomValue } from 'jotai';
import { UserRoundX } from 'lucide-react';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { NextTry } from '../../mission/real-data/LoadFailure.tsx';
import { AstronautList } from './AstronautList.tsx';
import styles from './astronauts.module.css';
import { listAgeAtom, listTimeAtom } from './list-age.ts';

/** The people in orbit, as the service lists them. */
export function AstronautsCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Astronauts in Orbit" className={className} aside={<ListTime />}>
      <Astronauts />
    </Card>
  );
}

function ListTime() {
  const text = useAtomValue(listTimeAtom);
  return text && <p className={styles.aside}>{text}</p>;
}

function Astronauts() {
  const realData = useAtomValue(sliceAtoms.realData);
  if (!realData || realData.calls.astronauts.status === 'loading')
    return <LoadingState headline="Loading real data..." />;
  const { astronauts, calls } = realData;
  const { status, source = 'The service', error } = calls.astronauts;
  if (status === 'failed')
    return (
      <EmptyState headline="Error loading data" detail={error ?? 'Unknown error occurred'} level="caution">
        <NextTry />
      </EmptyState>
    );
  return (
    <div className={styles.layout}>
      <ListAge />
      {astronauts.length === 0 ? (
        <EmptyState
          headline={`${source} lists nobody in orbit.`}
          detail="The list is requested again with each live-data update."
          icon={UserRoundX}
        />
      ) : (
        <AstronautList astronauts={astronauts} />
      )}
    </div>
  );
}

/** Shown only if the list is out of date. */
function ListAge() {
  const text = useAtomValue(listAgeAtom);
  return (
    text && (
      <p className={styles.age} title={text}>
        {text}
      </p>
    )
  );
}
