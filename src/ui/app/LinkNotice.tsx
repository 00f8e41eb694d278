import { useAtomValue } from 'jotai';
import styles from '../kit/card/notice.module.css';
import { Button } from '../kit/controls/Button.tsx';
import { linkFailureAtom, linkStateAtom } from '../mission/link/atoms.ts';
import { useRecordings } from './actions/use-recordings.ts';

/** A running mission usually recovers with its second worker, so only a longer outage shows a notice. */
const ATTEMPTS_TO_RECOVER = 3;

/** Reason why the simulation is not running, and possible actions. The page retries automatically. */
export function LinkNotice() {
  const link = useAtomValue(linkStateAtom);
  const failure = useAtomValue(linkFailureAtom);
  const recordings = useRecordings();
  const isShown =
    link.status === 'lost' && failure && (!failure.hasEverStarted || link.attempt >= ATTEMPTS_TO_RECOVER);
  if (!isShown) return <div role="alert" hidden />;
  const consequence = failure.hasEverStarted
    ? 'A reload begins a new mission; a kept mission can then be continued, and a shared one is joined again.'
    : 'Retrying automatically.';
  return (
    <div role="alert" className={styles.notice}>
      <p>
        The simulation {failure.hasEverStarted ? 'has stopped' : 'cannot start'}: {failure.reason}.{' '}
        {consequence}
      </p>
      {failure.hasEverStarted && recordings && <Button onClick={recordings.save}>Save recording</Button>}
      <Button onClick={() => window.location.reload()}>Reload page</Button>
    </div>
  );
}
