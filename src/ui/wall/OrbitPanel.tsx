import { Countdowns } from './Countdowns.tsx';
import frame from './frame.module.css';
import styles from './panel.module.css';

/** The next events of all kinds. */
export function OrbitPanel() {
  return (
    <section className={frame.panel} aria-labelledby="wall-next">
      <h2 id="wall-next" className="visually-hidden">
        Upcoming
      </h2>
      <Countdowns className={styles.facts} to={['contact', 'light', 'event']} />
    </section>
  );
}
