import styles from './performance.module.css';
import { COMMAND_WEEK } from './week.ts';

const HIGHEST = Math.max(...COMMAND_WEEK.map(({ commands }) => commands));

/** The fixed week of spec §9 as bars: a list with drawn items. */
export function WeekChart() {
  return (
    <figure className={styles.week}>
      <figcaption className={styles.weekTitle}>Commands, fixed week</figcaption>
      <ul className={styles.days}>
        {COMMAND_WEEK.map(({ day, commands }) => (
          <li key={day} className={styles.day}>
            <span className="visually-hidden">
              {day}: {commands} commands
            </span>
            <svg
              className={styles.bar}
              viewBox={`0 0 1 ${HIGHEST}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect y={HIGHEST - commands} width={1} height={commands} />
            </svg>
            <span className={styles.dayNumber} aria-hidden="true">
              {commands}
            </span>
            <span className={styles.dayName} aria-hidden="true">
              {day.slice(0, 2)}
              <span className={styles.dayRest}>{day.slice(2, 3)}</span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
