import { type ContactPlan, networkOf } from '../../shared/contract/contact-plan.ts';
import type { Ephemerides } from '../../shared/entities/satellites.ts';
import { SATELLITE_IDS, type SatelliteId } from '../../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { fixAt } from '../../shared/orbit/ephemeris.ts';
import { type GroundPlace, MARKER, type MapSubject } from './camera-views.ts';

const WEIGHTS: Readonly<Record<SatelliteId, number>> = { orbita: 6, iss: 4 };
/** Half the size of a satellite's picture, in rem; the ring around the spacecraft is `.ring` in anomaly.module.css. */
const REACHES: Readonly<Record<SatelliteId, number>> = { orbita: 1.2, iss: MARKER };
const STATION_WEIGHT = 1.5;
const INACTIVE_WEIGHT = 0.5;

/** Instants to consider, in seconds of wall time. */
const INSTANTS_S = [0, 6, 12];

export function placeOf(
  ephemerides: Ephemerides | undefined,
  id: SatelliteId,
  time: EpochMs,
): GroundPlace | undefined {
  const ephemeris = ephemerides?.[id];
  return ephemeris?.status === 'available' ? fixAt(ephemeris.window, time) : undefined;
}

/** Returns what should be visible on the map until the next check. */
export function mapSubjects(
  ephemerides: Ephemerides | undefined,
  contacts: ContactPlan | undefined,
  now: EpochMs,
  rate: number,
): readonly MapSubject[] {
  const satellites = SATELLITE_IDS.flatMap((id) =>
    INSTANTS_S.flatMap((s): MapSubject[] => {
      const place = placeOf(ephemerides, id, addMs(now, s * MS_PER_S * rate));
      return place ? [{ ...place, weight: WEIGHTS[id] / INSTANTS_S.length, reach: REACHES[id] }] : [];
    }),
  );
  const stations = networkOf(contacts).map(
    ({ longitude, latitude, active }): MapSubject => ({
      longitude,
      latitude,
      weight: active ? STATION_WEIGHT : INACTIVE_WEIGHT,
    }),
  );
  return [...satellites, ...stations];
}
