import { type ContactPlan, networkOf } from '../../shared/contract/contact-plan.ts';
import type { Ephemerides } from '../../shared/entities/satellites.ts';
import { SATELLITE_IDS, type SatelliteId, SPACECRAFT } from '../../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { fixAt } from '../../shared/orbit/ephemeris.ts';
import { type GroundPlace, MARKER, type MapSubject } from './camera-views.ts';

const SPACECRAFT_WEIGHT = 6;
const SATELLITE_WEIGHT = 4;
/** Half the size of the spacecraft's picture, in rem: its ring is `.ring` in anomaly.module.css. */
const SPACECRAFT_REACH = 1.2;
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
  const satellites = SATELLITE_IDS.flatMap((id) => {
    const isSpacecraft = id === SPACECRAFT;
    const weight = (isSpacecraft ? SPACECRAFT_WEIGHT : SATELLITE_WEIGHT) / INSTANTS_S.length;
    const reach = isSpacecraft ? SPACECRAFT_REACH : MARKER;
    return INSTANTS_S.flatMap((s): MapSubject[] => {
      const place = placeOf(ephemerides, id, addMs(now, s * MS_PER_S * rate));
      return place ? [{ ...place, weight, reach }] : [];
    });
  });
  const stations = networkOf(contacts).map(
    ({ longitude, latitude, active }): MapSubject => ({
      longitude,
      latitude,
      weight: active ? STATION_WEIGHT : INACTIVE_WEIGHT,
    }),
  );
  return [...satellites, ...stations];
}
