import { Countdowns } from './Countdowns.tsx';
import { CurrentEvent } from './CurrentEvent.tsx';
import frame from './frame.module.css';
import styles from './side.module.css';

/** Beside the map: next events of all kinds, and current ones. */
export function OrbitSide() {
  return (
    <section className={frame.side} aria-labelledby="wall-next">
      <h2 id="wall-next" className="visually-hidden">
        Upcoming
      </h2>
      <Countdowns className={styles.facts} to={['contact', 'light', 'event']} />
      <CurrentEvent />
    </section>
  );
}
