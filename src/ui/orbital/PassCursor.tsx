import { useAtomValue } from 'jotai';
import { currentOrNextPass } from '../../shared/contact-plan.ts';
import type { SatelliteId } from '../../shared/elements.ts';
import { satelliteContactsAtoms } from '../contacts/observation.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { passCursorAtom } from '../tracking/pass-cursor.ts';
import { arcPlaceAt } from '../tracking/sky-geometry.ts';
import { toMapPercent } from './map-percent.ts';
import styles from './orbital.module.css';

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
