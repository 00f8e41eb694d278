import { atom } from 'jotai';
import { type ContactPlan, networkOf, type StationContacts } from '../../../shared/contract/contact-plan.ts';
import { type NetworkStation, ownStationId } from '../../../shared/contract/network.ts';
import type { Place } from '../../../shared/entities/place.ts';
import type { PlacesView } from '../../../shared/entities/places.ts';
import { mapSatellites, type SatelliteId, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { GROUND_STATIONS } from '../../../shared/entities/stations.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { sliceAtoms } from '../link/atoms.ts';

/** Role of a station: scheduled or not scheduled in the ground network, or the user's own. */
export type StationUse = 'active' | 'inactive' | 'own';

/** A shown ground station, with the passes of one satellite over it. */
export interface StationPasses {
  /** Station with its network id. */
  readonly station: Place;
  readonly use: StationUse;
  /** `undefined` if unknown. */
  readonly passes: readonly Pass[] | undefined;
}

/** Fixed next passes (spec §3); only the specified stations have one. */
const SCHEDULED = new Map<string, string>(GROUND_STATIONS.map(({ id, nextPass }) => [id, nextPass]));

/** Returns the next pass of a station in the fixed schedule. */
export const scheduledPass = ({ id }: Place): string | undefined => SCHEDULED.get(id);

const useOf = ({ active }: NetworkStation): StationUse => (active ? 'active' : 'inactive');

/** Returns the passes of the plan over a station. */
export const shownPasses = ({ station, passes }: StationContacts): StationPasses => ({
  station,
  use: useOf(station),
  passes,
});

/** Returns the passes of a satellite over the ground network. */
export function networkPasses(
  plan: ContactPlan | undefined,
  satellite: SatelliteId,
): readonly StationPasses[] {
  const found = plan?.satellites[satellite];
  if (found?.ok) return found.value.stations.map(shownPasses);
  return networkOf(plan).map((station) => ({ station, use: useOf(station), passes: undefined }));
}

/** Returns the passes of a satellite over the user's own stations. */
export function ownPasses(places: PlacesView | undefined, satellite: SatelliteId): readonly StationPasses[] {
  const found = places?.satellites[satellite];
  return (places?.chosen.stations ?? []).map((place, index) => ({
    station: { ...place, id: ownStationId(place.id) },
    use: 'own',
    passes: found?.ok ? found.value.stations[index] : undefined,
  }));
}

/** Passes of each satellite over the user's own stations that are not in the network, in order. */
export const ownPassesAtoms = mapSatellites((id) =>
  atom((get): readonly StationPasses[] => {
    const network = networkOf(get(sliceAtoms.contacts));
    return ownPasses(get(sliceAtoms.places), id).filter(({ station }) =>
      network.every((one) => one.id !== station.id),
    );
  }),
);

/** Passes of each satellite over all stations, those of the network first. */
export const stationPassesAtoms = mapSatellites((id) =>
  atom((get): readonly StationPasses[] => [
    ...networkPasses(get(sliceAtoms.contacts), id),
    ...get(ownPassesAtoms[id]),
  ]),
);

/** True if stations beyond the specified ones are shown, which may have another mask. */
export const hasOtherStationsAtom = atom((get) =>
  get(stationPassesAtoms[SPACECRAFT]).some(({ station }) => scheduledPass(station) === undefined),
);
