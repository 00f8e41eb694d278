import { atom, useAtomValue } from 'jotai';
import { useId, useMemo } from 'react';
import type { ActivityView } from '../../../shared/entities/spacecraft.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { formatShortLeft } from '../../kit/format.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import styles from './synoptic.module.css';

interface ActivitiesProps {
  readonly activities: readonly ActivityView[];
  readonly isStale: boolean;
}

/** Commands in progress, with their progress. */
export function Activities({ activities, isStale }: ActivitiesProps) {
  return (
    <ul className={styles.activities} aria-label="Running commands">
      {activities.map((activity) => (
        <ActivityLine key={activity.commandId} activity={activity} isStale={isStale} />
      ))}
    </ul>
  );
}

function ActivityLine({ activity, isStale }: { readonly activity: ActivityView; readonly isStale: boolean }) {
  const { name, startTime, endTime } = activity;
  const nameId = useId();
  const passedAtom = useMemo(
    () =>
      atom((get) =>
        Math.min(Math.max((get(missionSecondAtom) ?? startTime) - startTime, 0), endTime - startTime),
      ),
    [startTime, endTime],
  );
  const passedMs = useAtomValue(passedAtom);
  const leftS = Math.ceil((endTime - startTime - passedMs) / MS_PER_S);
  return (
    <li className={styles.activity}>
      <span id={nameId}>{name}</span>
      <progress
        className={styles.progress}
        aria-labelledby={nameId}
        max={Math.max(endTime - startTime, 1)}
        value={passedMs}
      />
      <span className={styles.left}>
        {isStale ? 'unknown' : leftS > 0 ? `${formatShortLeft(leftS * MS_PER_S)} left` : 'ends now'}
      </span>
    </li>
  );
}
