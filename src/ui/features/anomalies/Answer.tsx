import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { Anomaly, CommandName } from '../../../shared/entities/entities.ts';
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

/**
 * Says how far a command of that name has come. Neither who sent it nor for which anomaly matters: a second one would begin its
 * activity again.
 */
const progressAtom = (wanted: CommandName | undefined) =>
  atom((get) => {
    const now = get(missionSecondAtom) ?? 0;
    const activities = get(sliceAtoms.spacecraft)?.activities ?? [];
    if (activities.some(({ name, endTime }) => name === wanted && endTime > now)) return 'is in progress';
    const commands = get(sliceAtoms.commands) ?? [];
    const verdicts = (get(sliceAtoms.verifications) ?? [])
      .filter(({ commandId }) => commands.some(({ id, name }) => id === commandId && name === wanted))
      .map(({ verdict }) => verdict);
    if (verdicts.includes('sent')) return 'is on its way';
    return verdicts.includes('waiting') ? 'waits for a link' : undefined;
  });

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
  const progress = useAtomValue(useMemo(() => progressAtom(suggestedAction), [suggestedAction]));
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
      {suggestedAction && isOngoing && progress && !isAnswered && (
        <p>
          {suggestedAction} {progress}.
        </p>
      )}
      {suggestedAction && !(isOngoing && progress) && !isAnswered && (
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
