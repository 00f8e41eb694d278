import { useAtomValue } from 'jotai';
import { currentOrNextPass } from '../../shared/contact-plan.ts';
import { SATELLITES, type SatelliteId } from '../../shared/satellites.ts';
import type { Degrees } from '../../shared/units.ts';
import { satelliteContactsAtoms } from '../contacts/observation.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { passCursorAtom } from '../tracking/pass-cursor.ts';
import { arcPlaceAt } from '../tracking/sky-geometry.ts';
import styles from './orbital.module.css';

/** Place on the map, as CSS percentages. */
const toMapPercent = ({
  latitude,
  longitude,
}: {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
}): { readonly left: string; readonly top: string } => ({
  left: `${((longitude + 180) / 360) * 100}%`,
  top: `${((90 - latitude) / 180) * 100}%`,
});

/**
 * On the map: the observer of the satellite's azimuth, elevation and passes. A cross without a label: the
 * space is for the satellites' names.
 */
export function ObserverMark({ id }: { readonly id: SatelliteId }) {
  const observer = SATELLITES[id].observer;
  return (
    <span className={styles.observer} style={toMapPercent(observer)} title={observer.name}>
      <span className="visually-hidden">Observer: {observer.name}</span>
    </span>
  );
}

/** On the map: position of the satellite at the cursor of the pass charts. */
export function PassCursor({ id }: { readonly id: SatelliteId }) {
  const cursor = useAtomValue(passCursorAtom);
  const contacts = useAtomValue(satelliteContactsAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  if (cursor === undefined || now === undefined || contacts.status !== 'available') return null;
  const pass = currentOrNextPass(contacts.value.observer, now);
  const place = pass && arcPlaceAt(pass.arc, cursor);
  if (!place) return null;
  return (
    <span className={styles.passCursor} data-pass-cursor style={toMapPercent(place)} aria-hidden="true" />
  );
}
