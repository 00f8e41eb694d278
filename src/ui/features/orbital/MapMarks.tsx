import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { currentOrNextPass } from '../../../shared/contract/contact-plan.ts';
import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { stateAt } from '../../../shared/orbit/ephemeris.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import { ecefToGeodetic } from '../../../shared/orbit/frames.ts';
import { arcPlaceAt } from '../../kit/sky/arc-place.ts';
import { useMapPercent, useProjector, useSymbolPlace } from '../../map/camera/map-context.ts';
import { observerAtoms, placeContactsAtoms } from '../../mission/contacts/places.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { timeCursorAtom } from '../../mission/link/time-cursor.ts';
import styles from './orbital.module.css';

interface MarkProps {
  readonly at: GroundPoint;
  readonly className: string | undefined;
  readonly title?: string;
  readonly isCursor?: boolean;
  readonly children?: ReactNode;
}

/** Renders nothing if its place is off the map. */
function Mark({ at, className, title, isCursor, children }: MarkProps) {
  const symbolPlace = useSymbolPlace();
  const place = useProjector().place(at.longitude, at.latitude);
  const toPercent = useMapPercent();
  if (!place.isVisible) return null;
  return (
    <span
      className={className}
      style={toPercent(symbolPlace(place))}
      title={title}
      data-cursor-mark={isCursor}
      aria-hidden={isCursor}
    >
      {children}
    </span>
  );
}

/**
 * Map mark of the observer of a satellite's azimuth, elevation and passes. A cross without a label, which
 * leaves the space to the satellites' names.
 */
export function ObserverMark({ id }: { readonly id: SatelliteId }) {
  const observer = useAtomValue(observerAtoms[id]);
  return (
    <Mark at={observer} className={styles.observer} title={observer.name}>
      <span className="visually-hidden">Observer: {observer.name}</span>
    </Mark>
  );
}

/** Place of a satellite at the cursor of the charts: on its current or next pass, or within the known positions. */
const cursorPlaceAtoms = mapSatellites((id) =>
  atom((get) => {
    const cursor = get(timeCursorAtom);
    const now = get(missionSecondAtom);
    if (cursor === undefined || now === undefined) return undefined;
    const contacts = get(placeContactsAtoms[id]);
    const pass =
      contacts.status === 'available' ? currentOrNextPass(contacts.value.observer, now) : undefined;
    const place = pass?.path && arcPlaceAt(pass.path.arc, cursor);
    if (place) return place;
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const state = ephemeris?.status === 'available' ? stateAt(ephemeris.window, cursor) : undefined;
    return state && ecefToGeodetic(state.positionEcef);
  }),
);

/** Map mark of the satellite's position at the cursor of the charts. */
export function CursorMark({ id }: { readonly id: SatelliteId }) {
  const place = useAtomValue(cursorPlaceAtoms[id]);
  return place && <Mark at={place} className={styles.cursorMark} isCursor />;
}
