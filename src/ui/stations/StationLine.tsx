import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { stationView } from '../contacts/contacts-at.ts';
import { StationCountdown, StationState } from './StationTable.tsx';
import styles from './stations.module.css';

interface StationLineProps {
  readonly contacts: SatelliteContacts;
  /** Window of the shown satellite, if known. */
  readonly window: EphemerisWindow | undefined;
  readonly now: EpochMs;
}

/** The next contact of each station, side by side: for a card without the space of the table. */
export function StationLine({ contacts, window, now }: StationLineProps) {
  return (
    <ul className={styles.line} aria-label="Next contacts">
      {GROUND_STATIONS.map(({ id, name, active }) => {
        const view = stationView(contacts, window, id, now);
        return (
          <li key={id}>
            <span className={styles.lineName}>{name}</span>
            <span className={styles.countdown}>
              {view.pass ? (
                <StationCountdown view={view} pass={view.pass} now={now} />
              ) : (
                'No pass within 24 h'
              )}
            </span>
            <StationState isActive={active} isInView={view.isInView} />
          </li>
        );
      })}
    </ul>
  );
}
