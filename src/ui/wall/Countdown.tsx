import { useAtomValue } from 'jotai';
import { formatClock, type Milestone } from '../clocks/clocks.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { fitWords } from './fit-words.ts';
import styles from './wall.module.css';

interface CountdownProps {
  readonly milestone: Milestone | undefined;
  /** What is counted down to while nothing is known to come. */
  readonly otherwise: string;
}

/** About two lines. */
const NAME_LETTERS = 28;

/** Over a day, seconds are cut off: `1d 02:03`. */
export const wallClock = (durationMs: number): string =>
  formatClock(durationMs).replace(/^(\d+d \d\d:\d\d):\d\d$/, '$1');

/** What comes and in how long, as a term and its description. */
export function Countdown({ milestone, otherwise }: CountdownProps) {
  const now = useAtomValue(missionSecondAtom);
  const isKnown = milestone !== undefined && now !== undefined;
  return (
    <div>
      <dt className={styles.term}>{isKnown ? fitWords(milestone.name, NAME_LETTERS) : otherwise}</dt>
      <dd className={styles.figure} data-known={isKnown}>
        {isKnown ? wallClock(milestone.time - now) : '--:--:--'}
      </dd>
    </div>
  );
}
