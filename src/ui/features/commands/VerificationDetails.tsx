import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { CommandVerification } from '../../../shared/entities/spacecraft.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { formatShortLeft, formatTimeLeft, withUnitsJoined } from '../../kit/format.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isTelemetryStaleAtom } from '../../mission/link/staleness.ts';
import { ShowInstant } from '../../mission/time/ShowInstant.tsx';
import styles from './verification-details.module.css';

const VERDICTS: Readonly<
  Record<CommandVerification['verdict'], { readonly level: StatusLevel; readonly word: string }>
> = {
  waiting: { level: 'caution', word: 'Waiting for link' },
  sent: { level: 'standby', word: 'Sent over low gain' },
  watching: { level: 'standby', word: 'Watching' },
  confirmed: { level: 'normal', word: 'Confirmed' },
  'not confirmed': { level: 'caution', word: 'Not confirmed' },
};

const verificationByCommandAtom = atom(
  (get) => new Map(get(sliceAtoms.verifications)?.map((evidence) => [evidence.commandId, evidence])),
);

interface VerificationDetailsProps {
  readonly commandId: string;
  readonly executionTime: EpochMs | undefined;
  /** Id of the element that names the command. */
  readonly describedBy: string;
}

/**
 * Verification of an executed command: its place in the uplink, then the expected effect and what telemetry
 * showed; nothing if unknown.
 */
export function VerificationDetails({ commandId, executionTime, describedBy }: VerificationDetailsProps) {
  const ownAtom = useMemo(() => atom((get) => get(verificationByCommandAtom).get(commandId)), [commandId]);
  const evidence = useAtomValue(ownAtom);
  if (!evidence) return null;
  const { expected, observed, verdict, until } = evidence;
  const { level, word } = VERDICTS[verdict];
  if (verdict === 'waiting' || verdict === 'sent') {
    return (
      <div className={styles.verification}>
        <p className={styles.verdict}>
          <StatusLabel level={level} word={word} />
          {verdict === 'sent' ? <TimeToBoard arrival={until} /> : <TimeToContact contact={until} />}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.verification}>
      <p className={styles.verdict}>
        <StatusLabel level={level} word={word} />
        {verdict === 'watching' && <TimeLeft until={until} />}
        {executionTime !== undefined && <ShowInstant time={executionTime} describedBy={describedBy} />}
      </p>
      <p>
        <span className={styles.caption}>Expected</span> {withUnitsJoined(expected)}
      </p>
      <p>
        <span className={styles.caption}>Observed</span> {withUnitsJoined(observed ?? 'nothing yet')}
      </p>
    </div>
  );
}

/** Seconds from mission time to an instant, never negative; `undefined` while either is unknown. */
function useSecondsTo(time: EpochMs | undefined): number | undefined {
  const secondsAtom = useMemo(
    () =>
      atom((get) => {
        const now = get(missionSecondAtom);
        if (now === undefined || time === undefined) return undefined;
        return Math.max(0, Math.floor((time - now) / MS_PER_S)); // `now` is the last whole second
      }),
    [time],
  );
  return useAtomValue(secondsAtom);
}

/** Remaining time of a verification. After its end, the verdict comes with the next sample. */
function TimeLeft({ until }: { readonly until: EpochMs | undefined }) {
  const left = useSecondsTo(until);
  const isStale = useAtomValue(isTelemetryStaleAtom);
  if (left === undefined) return null;
  const ending = isStale ? 'waits for telemetry' : 'ends now';
  return (
    <span className={styles.left}>{left === 0 ? ending : `${formatShortLeft(left * MS_PER_S)} left`}</span>
  );
}

/** Time until a waiting command is sent. */
function TimeToContact({ contact }: { readonly contact: EpochMs | undefined }) {
  const left = useSecondsTo(contact);
  const text =
    left === undefined ? 'no contact planned' : `next contact in ${formatTimeLeft(left * MS_PER_S)}`;
  return <span className={styles.left}>{text}</span>;
}

/** Time until a sent command is on board. */
function TimeToBoard({ arrival }: { readonly arrival: EpochMs | undefined }) {
  const left = useSecondsTo(arrival);
  if (left === undefined) return null;
  const text = left === 0 ? 'arriving now' : `on board in ${formatTimeLeft(left * MS_PER_S)}`;
  return <span className={styles.left}>{text}</span>;
}
