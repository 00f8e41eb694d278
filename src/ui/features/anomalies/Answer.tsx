import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { formatUtcTime, withUnitsJoined } from '../../kit/format.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { SendCommand } from '../commands/SendCommand.tsx';
import styles from './anomalies.module.css';
import { verificationText } from './verification-text.ts';

interface AnswerProps {
  readonly anomaly: Anomaly;
  readonly isOngoing: boolean;
  readonly describedBy: string;
}

/** The command that answered an anomaly, with its evidence in telemetry, and the suggested command. */
export function Answer({ anomaly, isOngoing, describedBy }: AnswerProps) {
  const { id, answer, status, suggestedAction } = anomaly;
  const maySteer = useAtomValue(maySteerAtom);
  const command = useAtomValue(
    useMemo(() => atom((get) => get(sliceAtoms.commands)?.find((other) => other.id === answer)), [answer]),
  );
  const verification = useAtomValue(
    useMemo(
      () => atom((get) => get(sliceAtoms.verifications)?.find(({ commandId }) => commandId === answer)),
      [answer],
    ),
  );
  const isInProgress = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const now = get(missionSecondAtom) ?? 0;
          const activities = get(sliceAtoms.spacecraft)?.activities ?? [];
          return activities.some(({ name, endTime }) => name === suggestedAction && endTime > now);
        }),
      [suggestedAction],
    ),
  );
  const isAnswered =
    command?.name === suggestedAction && verification && verification.verdict !== 'not confirmed';
  // The explanation of such an anomaly asks for nothing any more.
  const isPast = !isOngoing || status === 'Resolved';
  return (
    <>
      {command?.executionTime !== undefined && (
        <p>
          {command.name} executed {formatUtcTime(command.executionTime)} UTC
          {verification && `, ${withUnitsJoined(verificationText(verification))}`}
        </p>
      )}
      {suggestedAction && isOngoing && isInProgress && !isAnswered && (
        <p>{suggestedAction} is in progress.</p>
      )}
      {suggestedAction && !(isOngoing && isInProgress) && !isAnswered && (
        <div>
          <span className={styles.label}>{isPast ? 'Earlier suggestion' : 'Suggested action'}</span>{' '}
          {!isPast && maySteer ? (
            <SendCommand name={suggestedAction} anomaly={id} describedBy={describedBy} />
          ) : (
            suggestedAction
          )}
        </div>
      )}
    </>
  );
}
