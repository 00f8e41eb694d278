import { useAtomValue } from 'jotai';
import type { Anomaly, AnomalyStatus } from '../../../shared/entities/entities.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { withUnitsJoined } from '../../kit/format.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { useAction } from '../../mission/link/use-action.ts';
import { AnomalyEntry } from './AnomalyEntry.tsx';
import styles from './anomalies.module.css';
import { newestOutcomeAtom, partedAnomaliesAtom } from './roll-up.ts';
import { useResolveRecovered } from './use-resolve-recovered.ts';

const summaryOf = (element: HTMLElement): HTMLElement | null => element.querySelector('summary');

/**
 * `5 recovered, 2 resolved`; `3 recovered (1 acknowledged), 1 resolved`. Acknowledged ones have no action
 * left (spec §4) and are named because *Resolve all recovered* leaves them unchanged.
 */
function countsOf(anomalies: readonly Anomaly[]): string {
  const count = (status: AnomalyStatus) => anomalies.filter((anomaly) => anomaly.status === status).length;
  const resolved = count('Resolved');
  const acknowledged = count('Acknowledged');
  const recovered = anomalies.length - resolved;
  const which = acknowledged === recovered ? '(acknowledged)' : `(${acknowledged}\u00a0acknowledged)`;
  const parts = [
    recovered > 0 && `${recovered}\u00a0recovered${acknowledged > 0 ? ` ${which}` : ''}`,
    resolved > 0 && `${resolved}\u00a0resolved`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Anomalies whose fault has ended, folded into one line; above it the outcome of the newest. */
export function OverAnomalies({ isWide }: { readonly isWide: boolean }) {
  const keptFocus = useKeptFocus<HTMLDivElement>(summaryOf);
  const anomalies = useAtomValue(partedAnomaliesAtom).over;
  const newest = useAtomValue(newestOutcomeAtom);
  if (anomalies.length === 0) return null;
  return (
    <div {...keptFocus} className={styles.over}>
      {newest && !isWide && (
        <p className={styles.outcome}>
          <StatusIcon level="normal" /> {withUnitsJoined(newest.message)}
        </p>
      )}
      <details>
        <summary className={styles.label}>{countsOf(anomalies)}</summary>
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
