import type { Place } from '../../../../../src/shared/entities/place.ts';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import type { ListedPass } from '../../../../../src/ui/features/passes/pass-filter.ts';
import type { Satellite } from '../../../../../src/ui/mission/fleet/fleet.ts';

export const utc = (text: string): EpochMs => epochMs(Date.parse(`${text}Z`));

export const placeAt = (latitude: number, longitude: number, name = 'Zürich, Höngg'): Place => ({
  id: name,
  name,
  latitude: degrees(latitude),
  longitude: degrees(longitude),
  altitudeKm: 0.4,
  mask: degrees(0),
});

/** The ISS with elements of the day of the test. */
export const ISS: Satellite = {
  id: 25544,
  name: 'ISS',
  mission: 'iss',
  isShown: true,
  groups: [],
  isFromCelestrak: false,
  elements: { ...ORBITAL_ELEMENTS.iss, EPOCH: '2026-11-24T12:00:00.000000' },
};

/** Returns a pass of ten minutes, visible in its middle, with overrides. */
export function passAt(aos: EpochMs, other: Partial<ListedPass> = {}): ListedPass {
  return {
    satellite: ISS,
    aos,
    tca: addMs(aos, 5 * MS_PER_MIN),
    los: addMs(aos, 10 * MS_PER_MIN),
    maxElevation: degrees(41.6),
    aosAzimuth: degrees(293.4),
    tcaAzimuth: degrees(359.8),
    losAzimuth: degrees(91),
    startsBefore: false,
    endsAfter: false,
    visible: [
      {
        start: addMs(aos, 2 * MS_PER_MIN),
        end: addMs(aos, 6 * MS_PER_MIN + 30 * MS_PER_S),
        startsBefore: false,
        endsAfter: false,
      },
    ],
    visibilityAtTca: 'visible',
    ...other,
  };
}
