import { useAtomValue } from 'jotai';
import { SATELLITE_NAMES, type SatelliteId } from '../../shared/elements.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { LIGHT_WORDS } from '../contacts/contacts-at.ts';
import { formatLatitude, formatLongitude } from '../kit/format.ts';
import { fixesAtom, type KnownFix } from './fixes.ts';
import styles from './orbital.module.css';

/**
 * Content of the map as text: sub-satellite point, altitude and illumination of both satellites, once a
 * second.
 */
export function PositionTable() {
  const fixes = useAtomValue(fixesAtom);
  if (!fixes) return null;
  return (
    <table className={styles.positions}>
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
        <PositionRow id="orbita" known={fixes.orbita} />
        <PositionRow id="iss" known={fixes.iss} />
      </tbody>
    </table>
  );
}

function PositionRow({ id, known }: { readonly id: SatelliteId; readonly known: KnownFix }) {
  return (
    <tr data-satellite={id}>
      <th scope="row">
        <span className={styles.swatch} data-satellite={id} aria-hidden="true" />
        {SATELLITE_NAMES[id]}
      </th>
      {known.isKnown ? (
        <>
          <td>{formatLatitude(known.fix.latitude)}</td>
          <td>{formatLongitude(known.fix.longitude)}</td>
          <td>{formatNumber(known.fix.altitudeKm, 1)} km</td>
          <td>{LIGHT_WORDS[known.phase]}</td>
        </>
      ) : (
        <td className={styles.reason} colSpan={4}>
          Unavailable. {known.reason}
        </td>
      )}
    </tr>
  );
}
