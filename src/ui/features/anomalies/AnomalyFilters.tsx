import { useAtom, useAtomValue } from 'jotai';
import { Button } from '../../kit/controls/Button.tsx';
import { Chip, Facet } from '../../kit/controls/Facet.tsx';
import { toggled } from '../../kit/controls/facets.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import styles from './anomalies.module.css';
import { ofSeverities, shownSeveritiesAtom } from './filter.ts';
import { partedAnomaliesAtom } from './roll-up.ts';
import { MOST_URGENT_FIRST, SEVERITY_STATUS } from './severity.ts';

/** Chips with the number of ongoing anomalies by severity; they filter when pressed. */
export function AnomalyFilters() {
  const [severities, setSeverities] = useAtom(shownSeveritiesAtom);
  const { ongoing } = useAtomValue(partedAnomaliesAtom);
  return (
    <div className={styles.filters}>
      <Facet label="Show only severity">
        {MOST_URGENT_FIRST.map((severity) => {
          const { length } = ofSeverities(ongoing, [severity]);
          return (
            <Chip
              key={severity}
              word={severity}
              count={length}
              isPressed={severities.includes(severity)}
              onPress={() => setSeverities(toggled(severities, severity))}
            >
              <span className={styles.chipShape} data-live={length > 0}>
                <StatusIcon level={SEVERITY_STATUS[severity]} />
              </span>
            </Chip>
          );
        })}
      </Facet>
    </div>
  );
}

/** List of the ongoing anomalies, which follows the note. */
const listOf = ({ nextElementSibling }: HTMLElement): HTMLElement | null =>
  nextElementSibling?.querySelector('ol') ?? null;

/** Number of ongoing anomalies that the filter shows, also announced. */
export function FilterNote() {
  const [severities, setSeverities] = useAtom(shownSeveritiesAtom);
  const { ongoing } = useAtomValue(partedAnomaliesAtom);
  const isFiltering = severities.length > 0;
  const kept = useKeptFocus<HTMLDivElement>(listOf);
  return (
    <div {...kept} className={isFiltering ? styles.filterNote : undefined}>
      <p role="status">
        {isFiltering && `${ofSeverities(ongoing, severities).length} of ${ongoing.length} ongoing shown`}
      </p>
      {isFiltering && (
        <Button className={styles.button} onClick={() => setSeverities([])}>
          Show all
        </Button>
      )}
    </div>
  );
}
