import { atom } from 'jotai';
import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import { STATION_SITES } from '../../shared/observers.ts';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { PlacesView } from '../../shared/places.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import { GROUND_STATIONS, STATION_MASK } from '../../shared/stations.ts';
import type { Degrees } from '../../shared/units.ts';
import { sliceAtoms } from '../mission/atoms.ts';

/** A ground station that is shown: a specified one, or the user's own. */
export interface ShownStation {
  /** Identity among all that is shown; of a specified one its `StationId`. */
  readonly id: string;
  readonly name: string;
  readonly lat: Degrees;
  readonly lng: Degrees;
  readonly site: Site;
  /** Elevation from which its passes count. */
  readonly mask: Degrees;
  /** Whether it receives the spacecraft's signal; the user's own stations do not. */
  readonly active: boolean;
  readonly isOwn: boolean;
  /** Of the fixed schedule (spec §3); the user's own stations have none. */
  readonly nextPass?: string;
}

/** The passes of one satellite over a station; `undefined` where they are not known. */
export interface StationPasses {
  readonly station: ShownStation;
  readonly passes: readonly Pass[] | undefined;
}

/** The four stations of spec §3, as they are shown. */
export const SPECIFIED_STATIONS = GROUND_STATIONS.map((station, index) => ({
  ...station,
  site: STATION_SITES[index] as Site,
  mask: STATION_MASK,
  isOwn: false,
})) satisfies readonly ShownStation[];

/** The passes of a satellite over the specified stations. */
export const specifiedPasses = (contacts: SatelliteContacts | undefined): readonly StationPasses[] =>
  SPECIFIED_STATIONS.map((station) => ({ station, passes: contacts?.stations[station.id] }));

/** The passes of a satellite over the user's own stations. */
export function ownPasses(places: PlacesView | undefined, satellite: SatelliteId): readonly StationPasses[] {
  const found = places?.satellites[satellite];
  return (places?.chosen.stations ?? []).map((place, index) => ({
    station: {
      ...place,
      id: `own ${place.id}`,
      lat: place.latitude,
      lng: place.longitude,
      site: createObserver(place),
      active: false,
      isOwn: true,
    },
    passes: found?.ok ? found.value.stations[index] : undefined,
  }));
}

/** The passes of each satellite over the user's own stations, in their order. */
export const ownPassesAtoms = mapSatellites((id) => atom((get) => ownPasses(get(sliceAtoms.places), id)));

/** The passes of each satellite over all stations: the specified ones first. */
export const stationPassesAtoms = mapSatellites((id) =>
  atom((get): readonly StationPasses[] => {
    const contacts = get(sliceAtoms.contacts)?.satellites[id];
    return [...specifiedPasses(contacts?.ok ? contacts.value : undefined), ...get(ownPassesAtoms[id])];
  }),
);
