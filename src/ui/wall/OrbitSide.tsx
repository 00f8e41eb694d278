import { useAtomValue } from 'jotai';
import { nextContactAtom, nextEventAtom, nextLightAtom } from '../clocks/clocks.ts';
import { Countdown } from './Countdown.tsx';
import { CurrentEvent } from './CurrentEvent.tsx';
import styles from './wall.module.css';

/** Beside the map: what comes next of everything, and what goes on. */
export function OrbitSide() {
  return (
    <section className={styles.side} aria-labelledby="wall-next">
      <h2 id="wall-next" className="visually-hidden">
        What comes next
      </h2>
      <dl className={styles.facts}>
        <Countdown milestone={useAtomValue(nextContactAtom)} otherwise="Next contact" />
        <Countdown milestone={useAtomValue(nextLightAtom)} otherwise="Eclipse" />
        <Countdown milestone={useAtomValue(nextEventAtom)} otherwise="Next event" />
      </dl>
      <CurrentEvent />
    </section>
  );
}
