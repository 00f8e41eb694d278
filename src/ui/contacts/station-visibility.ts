import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import { GROUND_STATIONS, type StationId } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { stationView } from './contacts-at.ts';

/** Visibility of the satellite in front from a ground station. */
export interface StationVisibility {
  readonly isActive: boolean;
  readonly isInView: boolean;
}

export type VisibilityByStation = Readonly<Record<StationId, StationVisibility>>;

/** Visibility from all stations at an instant; the given object while none has changed. */
export function followStationVisibility(
  held: VisibilityByStation | undefined,
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): VisibilityByStation {
  const stationVisibility = Object.fromEntries(
    GROUND_STATIONS.map(({ id, active }) => [
      id,
      { isActive: active, isInView: stationView(contacts, window, id, now).isInView },
    ]),
  ) as Record<StationId, StationVisibility>;
  const isSame = GROUND_STATIONS.every(
    ({ id }) =>
      held?.[id].isActive === stationVisibility[id].isActive &&
      held[id].isInView === stationVisibility[id].isInView,
  );
  return held && isSame ? held : stationVisibility;
}
