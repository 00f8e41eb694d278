import { useAtomValue } from 'jotai';
import { BatteryMedium } from 'lucide-react';
import { SATELLITES, SPACECRAFT } from '../../shared/entities/satellites.ts';
import { CHANNELS } from '../../shared/entities/telemetry-channels.ts';
import { shelvedCountAtom } from '../features/anomalies/roll-up.ts';
import { ModeBadge } from '../features/synoptic/Condition.tsx';
import { formatUtcDate, formatUtcTime, withUnitsJoined } from '../kit/format.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import { missionSecondAtom } from '../mission/link/atoms.ts';
import { nextRiskInShortAtom } from '../mission/look-ahead/outlook.ts';
import { partingsAtom, partingTextAtom } from '../mission/look-ahead/partings.ts';
import { anomalyStatusAtom } from './atoms.ts';
import styles from './header.module.css';

/** Header of the wall in every scene: mission, status and time. */
export function WallHeader() {
  return (
    <header className={styles.header}>
      <h1 className={styles.name}>
        {SATELLITES[SPACECRAFT].name}
        <span className="visually-hidden"> mission control, wall display</span>
      </h1>
      <ModeBadge
        className={styles.mode}
        chargeIcon={<BatteryMedium className={styles.battery} aria-hidden="true" />}
      />
      <RollUp />
      <Time />
    </header>
  );
}

/**
 * Status and type of the most urgent open anomaly; a critical one is a banner. Shelved ones are only counted. Without
 * one, the first channel that has left its prediction, or the next limit that is predicted to be crossed.
 */
function RollUp() {
  const status = useAtomValue(anomalyStatusAtom);
  const shelvedCount = useAtomValue(shelvedCountAtom);
  const [parting] = useAtomValue(partingsAtom);
  const partingText = useAtomValue(partingTextAtom);
  const risk = useAtomValue(nextRiskInShortAtom);
  if (!status) return <p />;
  const { word, level, first, basis, others } = status;
  if (word === 'Nominal' && parting) {
    return (
      <p className={styles.rollUp} data-level="caution">
        <StatusLabel level="caution" word="Off prediction" />
        <span className={styles.what}>{CHANNELS[parting.channel].shortName}</span>
        <span className="visually-hidden">: {partingText}</span>
        {shelvedCount > 0 && <span className={styles.more}>{shelvedCount} shelved</span>}
      </p>
    );
  }
  const noneText = shelvedCount > 0 ? `${shelvedCount} shelved` : 'No anomalies';
  return (
    <p className={styles.rollUp} data-level={level} data-quiet={word === 'Nominal'}>
      <StatusLabel level={level} word={word === 'Nominal' ? noneText : word} />
      {first && <span className={styles.what}>{first.type}</span>}
      {basis && <span className={styles.more}>{basis}</span>}
      {others > 0 && <span className={styles.more}>+{others}</span>}
      {word === 'Nominal' && risk !== undefined && (
        <span className={styles.more}>{withUnitsJoined(risk)}</span>
      )}
    </p>
  );
}

function Time() {
  const now = useAtomValue(missionSecondAtom);
  return (
    <p className={styles.time}>
      {now === undefined ? (
        <>
          <span className={styles.clock}>--:--:--</span> UTC
        </>
      ) : (
        <time className={styles.instant} dateTime={new Date(now).toISOString()}>
          <span className={styles.date}>{formatUtcDate(now)}</span>{' '}
          <span>
            <span className={styles.clock}>{formatUtcTime(now)}</span> UTC
          </span>
        </time>
      )}
    </p>
  );
}
