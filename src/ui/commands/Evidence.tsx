import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { CommandEvidence } from '../../shared/spacecraft.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { evidenceAtom, missionSecondAtom } from '../mission/atoms.ts';
import type { StatusLevel } from '../status/levels.ts';
import { StatusLabel } from '../status/StatusIcon.tsx';
import styles from './evidence.module.css';

const VERDICTS: Readonly<
  Record<CommandEvidence['verdict'], { readonly level: StatusLevel; readonly word: string }>
> = {
  watching: { level: 'standby', word: 'Watching' },
  confirmed: { level: 'normal', word: 'Confirmed' },
  'not confirmed': { level: 'caution', word: 'Not confirmed' },
};

const evidenceByCommandAtom = atom(
  (get) => new Map(get(evidenceAtom)?.map((evidence) => [evidence.commandId, evidence])),
);

/** What an executed command was expected to bring about, and what telemetry then showed; nothing where none is known. */
export function Evidence({ commandId }: { readonly commandId: string }) {
  const ownAtom = useMemo(() => atom((get) => get(evidenceByCommandAtom).get(commandId)), [commandId]);
  const evidence = useAtomValue(ownAtom);
  if (!evidence) return null;
  const { expected, observed, verdict, until } = evidence;
  const { level, word } = VERDICTS[verdict];
  return (
    <div className={styles.evidence}>
      <p className={styles.verdict}>
        <StatusLabel level={level} word={word} />
        {verdict === 'watching' && <TimeLeft until={until} />}
      </p>
      <p>
        <span className={styles.caption}>Expected</span> {expected}
      </p>
      <p>
        <span className={styles.caption}>Observed</span> {observed ?? 'nothing yet'}
      </p>
    </div>
  );
}

/** The one part of it that ticks. */
function TimeLeft({ until }: { readonly until: EpochMs }) {
  const leftAtom = useMemo(
    () =>
      atom((get) => {
        const now = get(missionSecondAtom);
        return now === undefined ? undefined : Math.max(0, Math.ceil((until - now) / MS_PER_S));
      }),
    [until],
  );
  const left = useAtomValue(leftAtom);
  if (left === undefined) return null;
  return <span className={styles.left}>{left === 0 ? 'ends now' : `${left} s left`}</span>;
}
