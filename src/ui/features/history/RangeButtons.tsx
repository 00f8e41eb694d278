import { useAtom } from 'jotai';
import { chartViewAtom } from './atoms.ts';
import { RANGE_NAMES } from './chart-view.ts';
import styles from './history.module.css';

/** Selects how far back the charts go. None is pressed while they are zoomed. */
export function RangeButtons() {
  const [view, setView] = useAtom(chartViewAtom);
  return (
    // No legend: browsers position it inconsistently.
    <fieldset className={styles.choice} aria-label="Range of the charts">
      {RANGE_NAMES.map((range) => (
        <button
          key={range}
          type="button"
          className={styles.option}
          aria-pressed={view.range === range && view.zoom === undefined}
          onClick={() => setView({ range })}
        >
          {range}
        </button>
      ))}
    </fieldset>
  );
}
