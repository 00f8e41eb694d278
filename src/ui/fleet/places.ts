import { OBSERVER_SITES, STATION_SITES } from '../../shared/observers.ts';
import type { Site } from '../../shared/orbit/observer.ts';
import { SATELLITE_IDS } from '../../shared/satellites.ts';
import { STATION_MASK } from '../../shared/stations.ts';
import { type Degrees, degrees } from '../../shared/units.ts';

/** A place on the ground from which a satellite is seen. */
export interface Place {
  readonly name: string;
  readonly site: Site;
  /** Passes are counted from this elevation on. */
  readonly minElevation: Degrees;
}

const placeOf = (site: Site, minElevation: Degrees): Place => ({
  name: site.observer.name,
  site,
  minElevation,
});

/** The observers of the mission's satellites, from the horizon on, and the ground stations, from their mask on. */
export const PLACES: readonly Place[] = [
  ...SATELLITE_IDS.map((id) => placeOf(OBSERVER_SITES[id], degrees(0))),
  ...STATION_SITES.map((site) => placeOf(site, STATION_MASK)),
];
