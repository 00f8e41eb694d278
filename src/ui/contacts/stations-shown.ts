import { atom } from 'jotai';
import { type ContactPlan, networkOf, type StationContacts } from '../../shared/contact-plan.ts';
import { type NetworkStation, ownStationId } from '../../shared/network.ts';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { PlacesView } from '../../shared/places.ts';
import { mapSatellites, type SatelliteId, SPACECRAFT } from '../../shared/satellites.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import type { Degrees } from '../../shared/units.ts';
import { sliceAtoms } from '../mission/atoms.ts';

/** A ground station that is shown: one of the network, or the user's own. */
export interface ShownStation {
  /** Identity among all that is shown; of one of the network its identity there. */
  readonly id: string;
  readonly name: string;
  readonly lat: Degrees;
  readonly lng: Degrees;
  readonly site: Site;
  /** Elevation from which its passes count. */
  readonly mask: Degrees;
  /** Whether it is in the schedule of the network; the user's own stations are not. */
  readonly active: boolean;
  /** Whether it is the user's own, beside the network. */
  readonly isOwn: boolean;
  /** Of the fixed schedule (spec §3); only the specified stations have one. */
  readonly nextPass?: string;
}

/** The passes of one satellite over a station; `undefined` where they are not known. */
export interface StationPasses {
  readonly station: ShownStation;
  readonly passes: readonly Pass[] | undefined;
}

/** Fixed next passes of the specified stations. */
const NEXT_PASSES = new Map<string, string>(GROUND_STATIONS.map(({ id, nextPass }) => [id, nextPass]));

const shownStations = new WeakMap<NetworkStation, ShownStation>();

/** A station of the ground network, as it is shown; the same object for the same station. */
function networkStation(station: NetworkStation): ShownStation {
  const known = shownStations.get(station);
  if (known) return known;
  const nextPass = NEXT_PASSES.get(station.id);
  const shown: ShownStation = {
    id: station.id,
    name: station.name,
    lat: station.latitude,
    lng: station.longitude,
    site: createObserver(station),
    mask: station.mask,
    active: station.active,
    isOwn: false,
    ...(nextPass !== undefined && { nextPass }),
  };
  shownStations.set(station, shown);
  return shown;
}

/** The passes of the plan over a station. */
export const shownPasses = ({ station, passes }: StationContacts): StationPasses => ({
  station: networkStation(station),
  passes,
});

/** The passes of a satellite over the ground network. */
export function networkPasses(
  plan: ContactPlan | undefined,
  satellite: SatelliteId,
): readonly StationPasses[] {
  const found = plan?.satellites[satellite];
  if (found?.ok) return found.value.stations.map(shownPasses);
  return networkOf(plan).map((station) => ({ station: networkStation(station), passes: undefined }));
}

/** The passes of a satellite over the user's own stations. */
export function ownPasses(places: PlacesView | undefined, satellite: SatelliteId): readonly StationPasses[] {
  const found = places?.satellites[satellite];
  return (places?.chosen.stations ?? []).map((place, index) => ({
    station: {
      ...place,
      id: ownStationId(place.id),
      lat: place.latitude,
      lng: place.longitude,
      site: createObserver(place),
      active: false,
      isOwn: true,
    },
    passes: found?.ok ? found.value.stations[index] : undefined,
  }));
}

/** The passes of each satellite over the user's own stations beside the network, in their order. */
export const ownPassesAtoms = mapSatellites((id) =>
  atom((get): readonly StationPasses[] => {
    const network = networkOf(get(sliceAtoms.contacts));
    return ownPasses(get(sliceAtoms.places), id).filter(({ station }) =>
      network.every((one) => one.id !== station.id),
    );
  }),
);

/** The passes of each satellite over all stations: those of the network first. */
export const stationPassesAtoms = mapSatellites((id) =>
  atom((get): readonly StationPasses[] => [
    ...networkPasses(get(sliceAtoms.contacts), id),
    ...get(ownPassesAtoms[id]),
  ]),
);

/** Whether stations beside the specified ones are shown: they may have another mask. */
export const hasOtherStationsAtom = atom((get) =>
  get(stationPassesAtoms[SPACECRAFT]).some(({ station }) => station.nextPass === undefined),
);
