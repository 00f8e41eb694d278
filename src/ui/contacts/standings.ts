import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import { GROUND_STATIONS, type StationId } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { stationView } from './contacts-at.ts';

/** Visibility of the satellite in front from a ground station. */
export interface StationStanding {
  readonly isActive: boolean;
  readonly isInView: boolean;
}

export type Standings = Readonly<Record<StationId, StationStanding>>;

/** Visibility from all stations at an instant; the given object while none has changed. */
export function followStandings(
  held: Standings | undefined,
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): Standings {
  const standings = Object.fromEntries(
    GROUND_STATIONS.map(({ id, active }) => [
      id,
      { isActive: active, isInView: stationView(contacts, window, id, now).isInView },
    ]),
  ) as Record<StationId, StationStanding>;
  const isSame = GROUND_STATIONS.every(
    ({ id }) =>
      held?.[id].isActive === standings[id].isActive && held[id].isInView === standings[id].isInView,
  );
  return held && isSame ? held : standings;
}
