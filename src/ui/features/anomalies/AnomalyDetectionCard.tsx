import { useAtomValue } from 'jotai';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { isLinkLostAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { unknownReasonAtom } from '../../mission/link/staleness.ts';
import { useWantedFocus } from '../../mission/navigation/wanted-focus.ts';
import { AnomalyEntry } from './AnomalyEntry.tsx';
import { AnomalyFilters, FilterNote } from './AnomalyFilters.tsx';
import styles from './anomalies.module.css';
import { currentAnomaliesAtom, useArrivals } from './arrivals.ts';
import { ofSeverities, shownSeveritiesAtom } from './filter.ts';
import { LoadLine } from './LoadLine.tsx';
import { OverAnomalies } from './OverAnomalies.tsx';
import {
  ongoingTextAtom,
  partedAnomaliesAtom,
  ROLL_UP_STATUS,
  rollUpAtom,
  urgentFirstAtom,
} from './roll-up.ts';
import { isActive } from './severity.ts';

interface AnomalyDetectionCardProps {
  readonly className?: string | undefined;
  /** True on its own tab: everything is open and in columns. */
  readonly isWide?: boolean;
}

/**
 * The anomaly detection card of spec §2, with details and actions: most urgent first on the Overview, newest
 * first on its own tab. Those whose fault has ended are one line.
 */
export function AnomalyDetectionCard({ className, isWide = false }: AnomalyDetectionCardProps) {
  return (
    <Card title="Anomaly Detection" className={className} aside={<RollUp />}>
      <Anomalies isWide={isWide} />
    </Card>
  );
}

function RollUp() {
  const word = useAtomValue(rollUpAtom);
  const counts = useAtomValue(ongoingTextAtom);
  const unknown = useAtomValue(unknownReasonAtom);
  if (!word) return null;
  return (
    <p className={styles.rollUp}>
      <StatusLabel level={ROLL_UP_STATUS[word]} word={unknown ?? counts} />
    </p>
  );
}

function Anomalies({ isWide }: { readonly isWide: boolean }) {
  const anomalies = useAtomValue(sliceAtoms.anomalies);
  const arrivals = useArrivals(useAtomValue(currentAnomaliesAtom));
  const isLost = useAtomValue(isLinkLostAtom);
  const isUnknown = useAtomValue(rollUpAtom) === 'Unknown';
  if (!anomalies) return <LoadingState headline="Loading anomalies..." />;
  return (
    <>
      {isLost && anomalies.length > 0 && <p className={styles.lost}>Link lost: last known list shown.</p>}
      {anomalies.length === 0 ? (
        <NoAnomalies isUnknown={isUnknown} isLost={isLost} />
      ) : (
        <>
          {isWide && <LoadLine />}
          {isWide && <AnomalyFilters />}
          {isWide && <FilterNote />}
          <AnomalyList arrivals={arrivals} isWide={isWide} />
          <OverAnomalies isWide={isWide} />
        </>
      )}
    </>
  );
}

interface NoAnomaliesProps {
  readonly isUnknown: boolean;
  readonly isLost: boolean;
}

function NoAnomalies({ isUnknown, isLost }: NoAnomaliesProps) {
  if (isUnknown) {
    const [when, back] = isLost
      ? ['the link was lost', 'the link']
      : ['telemetry was last received', 'telemetry'];
    return (
      <EmptyState
        headline={`No anomalies when ${when}`}
        detail={`Later anomalies are unknown. Updates resume once ${back} is back.`}
        level="off"
      />
    );
  }
  return (
    <EmptyState
      headline="All systems nominal - No anomalies detected"
      detail="New anomalies appear and are announced here."
      level="normal"
    />
  );
}

interface AnomalyListProps {
  readonly arrivals: readonly Anomaly[];
  readonly isWide: boolean;
}

function AnomalyList({ arrivals, isWide }: AnomalyListProps) {
  const keptFocus = useKeptFocus<HTMLOListElement>();
  const { ongoing } = useAtomValue(partedAnomaliesAtom);
  const urgentFirst = useAtomValue(urgentFirstAtom);
  const ofShownSeverities = ofSeverities(ongoing, useAtomValue(shownSeveritiesAtom));
  const shown = isWide ? ofShownSeverities : urgentFirst;
  useWantedFocus(isWide ? 'anomaly' : undefined, () => {
    const list = keptFocus.ref.current;
    return list?.children[shown.findIndex(isActive)]?.querySelector('article') ?? list;
  });
  return (
    <div className={styles.frame}>
      <ol
        {...keptFocus}
        className={styles.list}
        data-wide={isWide}
        // A scrolling list without a button must itself be reachable by keyboard.
        tabIndex={shown.some(isActive) ? -1 : 0}
        aria-label={isWide ? 'Anomalies, newest first' : 'Anomalies, most urgent first'}
      >
        {shown.map((anomaly) => (
          <li key={anomaly.id}>
            <AnomalyEntry
              anomaly={anomaly}
              isOngoing
              isWide={isWide}
              hasArrived={arrivals.some(({ id }) => id === anomaly.id)}
              isFirst={!isWide && anomaly === urgentFirst[0]}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
