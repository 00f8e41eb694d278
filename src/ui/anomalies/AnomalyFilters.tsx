import { useAtom } from 'jotai';
import { FilterX } from 'lucide-react';
import { ANOMALY_STATUSES, type Anomaly } from '../../shared/entities.ts';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Chip, Facet } from '../kit/controls/Facet.tsx';
import { toggled } from '../kit/controls/facets.ts';
import { SpokenCount } from '../kit/controls/SpokenCount.tsx';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import styles from './anomalies.module.css';
import { anomalyFilterAtom, filterAnomalies, isFiltering, NO_FILTER } from './filter.ts';
import { isActive, MOST_URGENT_FIRST, SEVERITY_STATUS } from './severity.ts';

/** Chips with the number of anomalies by severity and by status; pressed, they filter. */
export function AnomalyFilters({ anomalies }: { readonly anomalies: readonly Anomaly[] }) {
  const [filter, setFilter] = useAtom(anomalyFilterAtom);
  // The number on a chip is what it would list: it counts within the other facet's choice.
  const withinStatuses = filterAnomalies(anomalies, { ...filter, severities: [] });
  const withinSeverities = filterAnomalies(anomalies, { ...filter, statuses: [] });
  return (
    <div className={styles.filters}>
      <Facet label="Show only severity">
        {MOST_URGENT_FIRST.map((severity) => {
          const own = withinStatuses.filter((anomaly) => anomaly.severity === severity);
          return (
            <Chip
              key={severity}
              word={severity}
              count={own.length}
              isPressed={filter.severities.includes(severity)}
              onPress={() => setFilter({ ...filter, severities: toggled(filter.severities, severity) })}
            >
              <span className={styles.chipShape} data-live={own.some(isActive)}>
                <StatusIcon level={SEVERITY_STATUS[severity]} />
              </span>
            </Chip>
          );
        })}
      </Facet>
      <Facet label="Show only status">
        {ANOMALY_STATUSES.map((status) => (
          <Chip
            key={status}
            word={status}
            count={withinSeverities.filter((anomaly) => anomaly.status === status).length}
            isPressed={filter.statuses.includes(status)}
            onPress={() => setFilter({ ...filter, statuses: toggled(filter.statuses, status) })}
          />
        ))}
      </Facet>
    </div>
  );
}

/** Number of anomalies hidden by the filter. */
export function FilterNote({ anomalies }: { readonly anomalies: readonly Anomaly[] }) {
  const [filter, setFilter] = useAtom(anomalyFilterAtom);
  const shown = filterAnomalies(anomalies, filter);
  const hiddenActive = anomalies.filter(isActive).length - shown.filter(isActive).length;
  const alsoHidden = hiddenActive > 0 ? `, ${hiddenActive} active hidden` : '';
  const showAll = (
    <Button className={styles.button} onClick={() => setFilter(NO_FILTER)}>
      Show all
    </Button>
  );
  return (
    <>
      <SpokenCount choice={filter} shown={shown.length} total={anomalies.length} things="anomalies" />
      {isFiltering(filter) && shown.length > 0 && (
        <div className={styles.filterNote}>
          <p>
            {`${shown.length} of ${anomalies.length} shown`}
            {alsoHidden}
          </p>
          {showAll}
        </div>
      )}
      {isFiltering(filter) && shown.length === 0 && (
        <EmptyState
          headline={`The filter hides all ${anomalies.length} anomalies${alsoHidden}`}
          detail="New anomalies are listed if they match the filter."
          icon={FilterX}
        >
          {showAll}
        </EmptyState>
      )}
    </>
  );
}
