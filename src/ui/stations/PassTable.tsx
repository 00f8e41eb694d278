import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/units.ts';
import { formatNumber, formatTimeLeft, formatUtcTimeFrom } from '../format.ts';
import styles from './stations.module.css';

interface PassTableProps {
  readonly contacts: SatelliteContacts;
  readonly now: EpochMs;
}

/** Every pass of the next 24 h as a table, in order of AOS; folded away until it is asked for. */
export function PassTable({ contacts, now }: PassTableProps) {
  const passes = GROUND_STATIONS.flatMap(({ id, name, active }) =>
    contacts.stations[id].map((pass) => ({ ...pass, station: active ? name : `${name} (inactive)` })),
  )
    .filter(({ aos, los }) => los > now && aos < now + MS_PER_DAY)
    .sort((a, b) => a.aos - b.aos);
  return (
    <details className={styles.passes}>
      <summary>All {passes.length} passes of the next 24 h</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">Passes of the next 24 h, in order of AOS, times UTC</caption>
        <thead>
          <tr>
            <th scope="col">Station</th>
            <th scope="col">AOS</th>
            <th scope="col">Highest</th>
            <th scope="col">LOS</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {passes.map(({ station, aos, los, maxElevation }) => (
            <tr key={`${station} ${aos}`}>
              <th scope="row">{station}</th>
              <td>{formatUtcTimeFrom(aos, now)}</td>
              <td>{formatNumber(maxElevation, 0)}°</td>
              <td>{formatUtcTimeFrom(los, now)}</td>
              <td>{formatTimeLeft(los - aos)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
