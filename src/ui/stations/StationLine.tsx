import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import type { EpochMs } from '../../shared/units.ts';
import { viewFrom } from '../contacts/contacts-at.ts';
import type { StationPasses } from '../contacts/stations-shown.ts';
import { StationCountdown, StationState } from './StationTable.tsx';
import styles from './stations.module.css';

interface StationLineProps {
  readonly stations: readonly StationPasses[];
  /** Window of the shown satellite, if known. */
  readonly window: EphemerisWindow | undefined;
  readonly now: EpochMs;
}

/** The next contact of each station, side by side: for a card without the space of the table. */
export function StationLine({ stations, window, now }: StationLineProps) {
  return (
    <ul className={styles.line} aria-label="Next contacts">
      {stations.map((over) => {
        const { station } = over;
        const view = viewFrom(over, window, now);
        return (
          <li key={station.id}>
            <span className={styles.lineName}>{station.name}</span>
            <span className={styles.countdown}>
              {view.pass ? (
                <StationCountdown view={view} pass={view.pass} now={now} />
              ) : (
                'No pass within 24 h'
              )}
            </span>
            <StationState station={station} isInView={view.isInView} />
          </li>
        );
      })}
    </ul>
  );
}
