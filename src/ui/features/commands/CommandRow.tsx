import { atom, useAtomValue } from 'jotai';
import { memo, useId, useMemo } from 'react';
import type { Command } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatInstant } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { missionDateAtom, missionSecondAtom } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import styles from './command-queue.module.css';
import { commandLevel, dueOf, formatDue, formatOffset } from './due.ts';
import { RowActions } from './RowActions.tsx';
import { VerificationDetails } from './VerificationDetails.tsx';

/** Value derived from mission time; the row renders only when it changes. */
function useAtMissionTime<T>(derive: (time: EpochMs, now: EpochMs) => T, time: EpochMs): T | undefined {
  const derivedAtom = useMemo(
    () =>
      atom((get) => {
        const now = get(missionSecondAtom);
        return now === undefined ? undefined : derive(time, now);
      }),
    [derive, time],
  );
  return useAtomValue(derivedAtom);
}

export const CommandRow = memo(function CommandRow({ command }: { readonly command: Command }) {
  const { name, scheduledTime, executionTime, priority, status } = command;
  const nameId = useId();
  const dueNow = useAtMissionTime(dueOf, scheduledTime) ?? 'later';
  const due = status === 'Pending' ? dueNow : 'later';
  const maySteer = useAtomValue(maySteerAtom);
  return (
    <div
      className={styles.row}
      data-due={due}
      {...(status !== 'Pending' && { 'data-action': 'row', tabIndex: -1 })}
    >
      <p id={nameId} className={styles.name}>
        {name}
      </p>
      <p className={styles.status}>
        <StatusLabel level={commandLevel(status, due)} word={command.armed ? <Armed /> : status} />
      </p>
      <div className={styles.times}>
        <p className={styles.scheduled}>
          <span className={styles.caption}>Scheduled </span>
          <Instant time={scheduledTime} />
        </p>
        {status === 'Pending' && <Countdown time={scheduledTime} />}
        {executionTime !== undefined && (
          <p className={styles.execution}>
            <span className={styles.caption}>Executed at </span>
            <Instant time={executionTime} />
            <Offset from={scheduledTime} to={executionTime} />
          </p>
        )}
      </div>
      <p className={styles.priority} data-priority={priority}>
        <span className={styles.caption}>Priority </span>
        {priority}
      </p>
      {status === 'Pending' && maySteer && (
        <RowActions command={command} describedBy={nameId} isAhead={due === 'later'} />
      )}
      {status === 'Executed' && (
        <VerificationDetails commandId={command.id} executionTime={executionTime} describedBy={nameId} />
      )}
    </div>
  );
});

function Instant({ time }: { readonly time: EpochMs }) {
  const today = useAtomValue(missionDateAtom);
  return (
    <time dateTime={new Date(time).toISOString()}>
      {formatInstant(time, today)}
      <span className={styles.caption}> UTC</span>
    </time>
  );
}

function Offset({ from, to }: { readonly from: EpochMs; readonly to: EpochMs }) {
  const words = formatOffset(from, to);
  return words && <span className={styles.offset}> {words}</span>;
}

/** The only ticking part of a row. */
function Countdown({ time }: { readonly time: EpochMs }) {
  return <p className={`${styles.execution} ${styles.countdown}`}>{useAtMissionTime(formatDue, time)}</p>;
}

/** Replaces the word of a pending command that is executed without an operator. */
function Armed() {
  return (
    <span className={styles.armed}>
      <span className="visually-hidden">Pending, armed</span>
      <span aria-hidden="true">Armed</span>
    </span>
  );
}
