import { type Atom, useAtomValue } from 'jotai';
import {
  type Milestone,
  milestoneText,
  nextContactAtom,
  nextEventAtom,
  nextLightAtom,
} from '../mission/clocks/clocks.ts';
import { missionSecondAtom } from '../mission/link/atoms.ts';
import styles from './text.module.css';
import { fitWords } from './truncate.ts';
import { wallClock } from './wall-clock.ts';

/** Milestones for countdowns, and their names while none is known. */
const MILESTONES = {
  contact: { nextAtom: nextContactAtom, otherwise: 'Next contact' },
  light: { nextAtom: nextLightAtom, otherwise: 'Eclipse' },
  event: { nextAtom: nextEventAtom, otherwise: 'Next event' },
} as const;

interface CountdownsProps {
  readonly to: readonly (keyof typeof MILESTONES)[];
  readonly className: string | undefined;
}

/** Next milestones with the time until each, as terms and descriptions. */
export function Countdowns({ to, className }: CountdownsProps) {
  return (
    <dl className={className}>
      {to.map((kind) => (
        <Countdown key={kind} {...MILESTONES[kind]} />
      ))}
    </dl>
  );
}

/** About two lines. */
const NAME_LETTERS = 28;

interface WallCountdownProps {
  readonly nextAtom: Atom<Milestone | undefined>;
  readonly otherwise: string;
}

function Countdown({ nextAtom, otherwise }: WallCountdownProps) {
  const milestone = useAtomValue(nextAtom);
  const now = useAtomValue(missionSecondAtom);
  const isKnown = milestone !== undefined && now !== undefined;
  return (
    <div>
      <dt className={styles.term}>
        {isKnown ? <bdi>{fitWords(milestoneText(milestone), NAME_LETTERS)}</bdi> : otherwise}
      </dt>
      <dd className={styles.figure} data-known={isKnown}>
        {isKnown ? (
          <>
            <span className={styles.in}>in </span>
            {wallClock(milestone.time - now)}
          </>
        ) : (
          '--:--:--'
        )}
      </dd>
    </div>
  );
}
