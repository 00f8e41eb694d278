import { useAtomValue } from 'jotai';
import { realDataAtom } from '../mission/atoms.ts';
import { LoadFailure } from '../real-data/LoadFailure.tsx';
import { Card, QuietLine } from '../shell/Card.tsx';
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
  const realData = useAtomValue(realDataAtom);
  if (!realData || realData.calls.astronauts.status === 'loading')
    return <QuietLine>Loading real data...</QuietLine>;
  const { astronauts, calls } = realData;
  const { status, source = 'The service', error } = calls.astronauts;
  if (status === 'failed')
    return <LoadFailure text="Error loading data" reason={error ?? 'Unknown error occurred'} />;
  return (
    <div className={styles.layout}>
      <ListAge />
      {astronauts.length === 0 ? (
        <QuietLine>{source} lists nobody in orbit.</QuietLine>
      ) : (
        <AstronautList astronauts={astronauts} />
      )}
    </div>
  );
}

/** Only where the list is not of now. */
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
