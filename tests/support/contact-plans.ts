import type {
  ContactPlan,
  SatelliteContacts,
  StationContacts,
} from '../../src/shared/contract/contact-plan.ts';
import { SPECIFIED_NETWORK } from '../../src/shared/contract/network.ts';
import { mapSatellites } from '../../src/shared/entities/satellites.ts';
import { GROUND_STATIONS, type StationId } from '../../src/shared/entities/stations.ts';
import { succeeded } from '../../src/shared/kit/result.ts';
import { addMs, degrees, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { type Site, siteOf } from '../../src/shared/orbit/observer.ts';
import type { Pass } from '../../src/shared/orbit/passes.ts';

/** Returns passes over the specified stations by id; others have none. */
export const overStations = (
  passes: Partial<Record<StationId, readonly Pass[]>> = {},
): readonly StationContacts[] =>
  SPECIFIED_NETWORK.map((station) => ({ station, passes: passes[station.id as StationId] ?? [] }));

export const passesOver = ({ stations }: SatelliteContacts, id: string): readonly Pass[] =>
  stations.find(({ station }) => station.id === id)?.passes ?? [];

export const ACTIVE_STATIONS = GROUND_STATIONS.filter(({ active }) => active);

/** Sites of the specified stations, in order. */
export const STATION_SITES: readonly Site[] = SPECIFIED_NETWORK.map(siteOf);

/** Returns contacts without passes and changes, except the given ones. */
export const contactsWith = (given: Partial<SatelliteContacts> = {}): SatelliteContacts => ({
  stations: overStations(),
  eclipseTransitions: [],
  illuminationChanges: [],
  ...given,
});

export const planOf = (orbita: SatelliteContacts): ContactPlan => ({
  from: epochMs(0),
  to: epochMs(MS_PER_DAY),
  network: SPECIFIED_NETWORK,
  satellites: mapSatellites((id) =>
    id === 'orbita' ? succeeded(orbita) : { ok: false, message: 'The orbit has decayed.' },
  ),
});

/** Returns a pass of ten minutes with its culmination in the middle. */
export const passAt = (aos: EpochMs, maxElevation = 43): Pass => ({
  aos,
  tca: addMs(aos, 5 * MS_PER_MIN),
  los: addMs(aos, 10 * MS_PER_MIN),
  maxElevation: degrees(maxElevation),
  aosAzimuth: degrees(200),
  tcaAzimuth: degrees(120),
  losAzimuth: degrees(60),
  startsBefore: false,
  endsAfter: false,
});
