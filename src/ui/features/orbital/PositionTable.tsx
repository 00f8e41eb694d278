import { useAtomValue } from 'jotai';
import {
  SATELLITES,
  type SatelliteId,
  SPACECRAFT,
  satellitesFrom,
} from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import rows from '../../kit/tables/rows.module.css';
import { LIGHT_TEXT } from '../../mission/contacts/contacts-at.ts';
import { fixesAtom, type KnownFix } from './fixes.ts';
import styles from './orbital.module.css';

/**
 * Content of the map as text: sub-satellite point, altitude and illumination of each satellite, once a
 * second.
 */
export function PositionTable() {
  const fixes = useAtomValue(fixesAtom);
  if (!fixes) return null;
  return (
    <table className={`${rows.rows} ${styles.positions}`}>
      <caption className="visually-hidden">Positions of the satellites</caption>
      <thead>
        <tr>
          <th scope="col">Satellite</th>
          <th scope="col">Latitude</th>
          <th scope="col">Longitude</th>
          <th scope="col">Altitude</th>
          <th scope="col">Light</th>
        </tr>
      </thead>
      <tbody>
        {satellitesFrom(SPACECRAFT).map((id) => (
          <PositionRow key={id} id={id} known={fixes[id]} />
        ))}
      </tbody>
    </table>
  );
}

function PositionRow({ id, known }: { readonly id: SatelliteId; readonly known: KnownFix }) {
  return (
    <tr data-satellite={id}>
      <th scope="row">
        <span
          className={styles.swatch}
          data-satellite={id}
          data-marker={SATELLITES[id].marker}
          aria-hidden="true"
        />
        {SATELLITES[id].name}
      </th>
      {known.isKnown ? (
        <>
          <td>{formatLatitude(known.fix.latitude)}</td>
          <td>{formatLongitude(known.fix.longitude)}</td>
          <td>{formatNumber(known.fix.altitudeKm, 1)} km</td>
          <td>{LIGHT_TEXT[known.phase]}</td>
        </>
      ) : (
        <td className={styles.reason} colSpan={4}>
          Unavailable. {known.reason}
        </td>
      )}
    </tr>
  );
}
