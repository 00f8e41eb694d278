import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { SATELLITES, SPACECRAFT } from '../../shared/entities/satellites.ts';
import { ModeBadge } from '../features/synoptic/Condition.tsx';
import { shownModeAtom } from '../features/synoptic/condition.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import { MissionClocks } from '../mission/clocks/MissionClocks.tsx';
import { linkStateAtom } from '../mission/link/atoms.ts';
import { isTelemetryStaleAtom } from '../mission/link/staleness.ts';
import styles from './header.module.css';
import { ModeLabel } from './ModeLabel.tsx';

interface HeaderProps {
  /** True if the page begins with the spacecraft's mode, so that wide screens hide it here. */
  readonly hasHeadline?: boolean;
  readonly children?: ReactNode;
}

/**
 * Header of spec §1: the OPERATIONAL badge, the satellite's name and the current mission time, plus the mode
 * label, the next events, and the navigation below.
 */
export function Header({ hasHeadline = false, children }: HeaderProps) {
  return (
    <header className={styles.header} data-headline={hasHeadline}>
      <div className={styles.line}>
        <div className={styles.identity}>
          <OperationalBadge />
          <ModeBadge className={styles.spacecraft} />
          <h1 className={styles.name}>
            {SATELLITES[SPACECRAFT].name}
            <span className="visually-hidden"> mission control</span>
          </h1>
          <ModeLabel />
        </div>
        <MissionClocks />
      </div>
      {children}
    </header>
  );
}

/** OPERATIONAL requires a known state: an update, and fresh telemetry. In any mode but NOMINAL it is muted. */
function OperationalBadge() {
  const isConnecting = useAtomValue(linkStateAtom).status === 'connecting';
  const isStale = useAtomValue(isTelemetryStaleAtom);
  const { mode = 'NOMINAL' } = useAtomValue(shownModeAtom) ?? {};
  return (
    <span className={styles.badge}>
      {isConnecting || isStale ? (
        <StatusLabel level="off" word="UNKNOWN" />
      ) : (
        <StatusLabel level={mode === 'NOMINAL' ? 'normal' : 'off'} word="OPERATIONAL" />
      )}
    </span>
  );
}
