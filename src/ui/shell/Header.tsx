import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { SATELLITE_NAMES } from '../../shared/elements.ts';
import { formatElapsed, formatUtcDate, formatUtcTime } from '../format.ts';
import { clockAtom, linkStateAtom, missionSecondAtom } from '../mission/atoms.ts';
import { StatusLabel } from '../status/StatusIcon.tsx';
import { isTelemetryStaleAtom } from '../telemetry/staleness.ts';
import styles from './header.module.css';

/** Spec §1: the OPERATIONAL badge, the satellite's name and the current mission time; below them the navigation. */
export function Header({ children }: { readonly children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <OperationalBadge />
        <h1 className={styles.name}>
          {SATELLITE_NAMES.orbita}
          <span className="visually-hidden"> mission control</span>
        </h1>
        <MissionTimes />
      </div>
      {children}
    </header>
  );
}

/** What is not known is not called operational: not before the first update, not without fresh telemetry. */
function OperationalBadge() {
  const isConnecting = useAtomValue(linkStateAtom).status === 'connecting';
  const isStale = useAtomValue(isTelemetryStaleAtom);
  return (
    <span className={styles.badge}>
      {isConnecting || isStale ? (
        <StatusLabel level="off" word="UNKNOWN" />
      ) : (
        <StatusLabel level="normal" word="OPERATIONAL" />
      )}
    </span>
  );
}

function MissionTimes() {
  const now = useAtomValue(missionSecondAtom);
  const clock = useAtomValue(clockAtom);
  const isKnown = now !== undefined && clock !== undefined;
  return (
    <dl className={styles.times}>
      <div className={styles.time}>
        <dt>
          <abbr title="Coordinated Universal Time">UTC</abbr>
        </dt>
        <dd>
          {isKnown ? (
            <time dateTime={new Date(now).toISOString()}>
              <span className={styles.date}>{formatUtcDate(now)}</span> {formatUtcTime(now)}
            </time>
          ) : (
            '--:--:--'
          )}
        </dd>
      </div>
      <div className={styles.time}>
        <dt>
          <abbr title="Mission elapsed time">MET</abbr>
        </dt>
        <dd>{isKnown ? formatElapsed(now - clock.startTime) : '--:--:--'}</dd>
      </div>
    </dl>
  );
}
