import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import { GROUND_STATIONS, type StationId } from '../../shared/stations.ts';
import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { stationView } from './contacts-at.ts';

/** Visibility of the satellite in front from a ground station. */
export interface StationVisibility {
  readonly isActive: boolean;
  readonly isInView: boolean;
  /** Whether an active station has its AOS within a minute. */
  readonly isSoon: boolean;
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
    GROUND_STATIONS.map(({ id, active }) => {
      const { isInView, pass } = stationView(contacts, window, id, now);
      const isSoon =
        active && !isInView && pass !== undefined && pass.aos > now && pass.aos - now <= MS_PER_MIN;
      return [id, { isActive: active, isInView, isSoon }];
    }),
  ) as Record<StationId, StationVisibility>;
  const isSame = GROUND_STATIONS.every(
    ({ id }) =>
      held?.[id].isActive === stationVisibility[id].isActive &&
      held[id].isInView === stationVisibility[id].isInView &&
      held[id].isSoon === stationVisibility[id].isSoon,
  );
  return held && isSame ? held : stationVisibility;
}
