import { useAtomValue } from 'jotai';
import { Button } from '../kit/controls/Button.tsx';
import { pressOnce } from '../kit/controls/press-once.ts';
import { useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { withUnitsJoined } from '../kit/format.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { useAction } from '../mission/use-action.ts';
import { AnomalyEntry } from './AnomalyEntry.tsx';
import styles from './anomalies.module.css';
import { currentOverAtom, useArrivals } from './arrivals.ts';
import { partedAnomaliesAtom } from './roll-up.ts';
import { useResolveRecovered } from './use-resolve-recovered.ts';

const summaryOf = (element: HTMLElement): HTMLElement | null => element.querySelector('summary');

/** What each status of an anomaly whose fault has ended is called; what has recovered can be resolved. */
const COUNTED = [
  ['Active', 'recovered'],
  ['Acknowledged', 'acknowledged'],
  ['Resolved', 'resolved'],
] as const;

/** Anomalies whose fault has ended, in one line: `5 recovered, 2 resolved`; above it how the newest of them ended. */
export function OverAnomalies({ isWide }: { readonly isWide: boolean }) {
  const keptFocus = useKeptFocus<HTMLDivElement>(summaryOf);
  const anomalies = useAtomValue(partedAnomaliesAtom).over;
  const current = useAtomValue(currentOverAtom);
  const news = useArrivals(current);
  if (anomalies.length === 0) return null;
  const counts = COUNTED.flatMap(([status, word]) => {
    const count = anomalies.filter((anomaly) => anomaly.status === status).length;
    return count > 0 ? `${count}\u00a0${word}` : [];
  });
  // In a replay and in a branch nothing is new.
  const newest = current?.find(
    ({ id, status }) => status !== 'Resolved' && news.some((one) => one.id === id),
  );
  return (
    <div {...keptFocus} className={styles.over}>
      {newest && !isWide && (
        <p className={styles.outcome}>
          <StatusIcon level="normal" /> {withUnitsJoined(newest.message)}
        </p>
      )}
      <details>
        <summary className={styles.label}>{counts.join(', ')}</summary>
        <ol
          className={styles.list}
          data-wide={isWide}
          aria-label="Recovered and resolved anomalies, newest first"
        >
          {anomalies.map((anomaly) => (
            <li key={anomaly.id}>
              <AnomalyEntry anomaly={anomaly} isOngoing={false} isWide={isWide} />
            </li>
          ))}
        </ol>
      </details>
      <ResolveRecovered />
    </div>
  );
}

function ResolveRecovered() {
  const resolveRecovered = useResolveRecovered();
  const { isBusy, refusal, run } = useAction((call: NonNullable<typeof resolveRecovered>) => call());
  if (!resolveRecovered) return null;
  return (
    <Button
      className={styles.button}
      isBusy={isBusy}
      refusal={refusal}
      {...pressOnce(() => void run(resolveRecovered))}
    >
      Resolve all recovered
    </Button>
  );
}
