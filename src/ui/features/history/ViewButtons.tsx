import { useAtom } from 'jotai';
import { cardViewAtom } from '../../mission/time/comparison.ts';
import styles from './history.module.css';

const VIEWS = [
  ['charts', 'Charts'],
  ['diagram', 'Diagram'],
] as const;

export function ViewButtons() {
  const [view, setView] = useAtom(cardViewAtom);
  return (
    <fieldset className={styles.choice} aria-label="View of the card">
      {VIEWS.map(([name, word]) => (
        <button
          key={name}
          type="button"
          className={styles.option}
          aria-pressed={view === name}
          onClick={() => setView(name)}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
