import { atom, useAtomValue } from 'jotai';
import { memo, useId } from 'react';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { formatElapsed, formatUtcDate, formatUtcTime, withUnitsJoined } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { missionDateAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { ShowInstant } from '../../mission/time/ShowInstant.tsx';
import styles from './log.module.css';
import { LOG_STATUS, LOG_TEXT } from './log-levels.ts';

const startTimeAtom = atom((get) => get(sliceAtoms.clock)?.startTime);

export const LogRow = memo(function LogRow({ entry }: { readonly entry: LogEntry }) {
  const { time, kind, level, text } = entry;
  const textId = useId();
  const startTime = useAtomValue(startTimeAtom);
  const today = useAtomValue(missionDateAtom);
  const date = formatUtcDate(time);
  return (
    <div className={styles.row} data-level={level}>
      <p className={styles.level}>
        <StatusLabel level={LOG_STATUS[level]} word={LOG_TEXT[level]} />
      </p>
      <p className={styles.times}>
        <time dateTime={new Date(time).toISOString()}>
          {date !== today && `${date.slice(5)} `}
          {formatUtcTime(time)}
          <span className={styles.unit}> UTC</span>
        </time>
        {startTime !== undefined && (
          <span className={styles.met}>
            <span className={styles.unit}>MET </span>
            {formatElapsed(addMs(time, -startTime))}
          </span>
        )}
      </p>
      <p className={styles.kind}>{kind}</p>
      <p id={textId} className={styles.text}>
        {withUnitsJoined(text)}
      </p>
      <div className={styles.show}>
        <ShowInstant time={time} describedBy={textId} />
      </div>
    </div>
  );
});
