import { atom, useAtomValue } from 'jotai';
import { currentOrNextPass } from '../../shared/contact-plan.ts';
import { stateAt } from '../../shared/ephemeris.ts';
import { ecefToGeodetic } from '../../shared/orbit/frames.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from '../../shared/satellites.ts';
import type { Degrees } from '../../shared/units.ts';
import { satelliteContactsAtoms } from '../contacts/observation.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { timeCursorAtom } from '../mission/time-cursor.ts';
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

/** Place of a satellite at the cursor of the charts: on its current or next pass, or within the known positions. */
const cursorPlaceAtoms = mapSatellites((id) =>
  atom((get) => {
    const cursor = get(timeCursorAtom);
    const now = get(missionSecondAtom);
    if (cursor === undefined || now === undefined) return undefined;
    const contacts = get(satelliteContactsAtoms[id]);
    const pass =
      contacts.status === 'available' ? currentOrNextPass(contacts.value.observer, now) : undefined;
    const place = pass && arcPlaceAt(pass.arc, cursor);
    if (place) return place;
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const state = ephemeris?.status === 'available' ? stateAt(ephemeris.window, cursor) : undefined;
    return state && ecefToGeodetic(state.positionEcef);
  }),
);

/** On the map: position of the satellite at the cursor of the charts. */
export function CursorMark({ id }: { readonly id: SatelliteId }) {
  const place = useAtomValue(cursorPlaceAtoms[id]);
  if (!place) return null;
  return (
    <span className={styles.cursorMark} data-cursor-mark style={toMapPercent(place)} aria-hidden="true" />
  );
}
