import { useAtomValue } from 'jotai';
import { agendaAtom } from './atoms.ts';
import styles from './side.module.css';
import texts from './texts.module.css';
import { fitWords } from './truncate.ts';

/** About two lines of the side. */
const LETTERS = 28;

/** The current event of the timeline. */
export function CurrentEvent() {
  const agenda = useAtomValue(agendaAtom);
  const event = agenda?.current[0];
  return (
    <div>
      <p className={texts.term}>Now</p>
      <p className={styles.event}>
        {event ? <bdi>{fitWords(event.title, LETTERS)}</bdi> : agenda ? 'No event' : 'Not known'}
      </p>
    </div>
  );
}
