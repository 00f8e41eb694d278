import type { ContactPlan, ObservedPass } from '../../shared/contact-plan.ts';
import { OBSERVER_SITES } from '../../shared/observers.ts';
import { type Outcome, refused } from '../../shared/operations.ts';
import { createObserver } from '../../shared/orbit/observer.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import type { ChosenPlaces, Place, PlacesView } from '../../shared/places.ts';
import { readChosenPlaces } from '../../shared/places-schema.ts';
import { type Result, succeeded } from '../../shared/result.ts';
import { mapSatellites, SATELLITE_IDS, type SatelliteId } from '../../shared/satellites.ts';
import { degrees } from '../../shared/units.ts';
import type { Mission } from '../mission/mission.ts';
import { chunksOf } from '../orbit/chunks.ts';
import { type MaskedSite, passesOver, searchChunk } from '../orbit/place-passes.ts';
import { withArc } from '../orbit/sky-arc.ts';

/** The mission that is shown, as far as passes follow from it. */
export type ShownOrbits = Pick<Mission, 'snapshot' | 'propagators'>;

/** The places of this window, and the passes over them, for the time that is shown. */
export interface SessionPlaces {
  setPlaces(chosen: unknown): Outcome<ChosenPlaces>;
  /** Searches a slice of what is missing. */
  search(shown: ShownOrbits): void;
  /** Whether everything has been searched. */
  isComplete(): boolean;
  /** Keeps its identity while nothing has changed. Passes over the observers are complete, those over stations as far as searched. */
  view(shown: ShownOrbits): PlacesView;
}

/** Searches of one chunk for one station and satellite, after which a slice ends: some 10 ms. */
const SEARCHES_IN_SLICE = 400;

const SPECIFIED = mapSatellites((id): MaskedSite => ({ site: OBSERVER_SITES[id], mask: degrees(0) }));

const isSameSite = ({ site: { observer }, mask }: MaskedSite, place: Place): boolean =>
  observer.latitude === place.latitude &&
  observer.longitude === place.longitude &&
  observer.altitudeKm === place.altitudeKm &&
  mask === place.mask;

interface Shown {
  readonly plan: ContactPlan;
  readonly propagators: ReturnType<Mission['propagators']>;
}

export function createPlaces(): SessionPlaces {
  let chosen: ChosenPlaces = { stations: [] };
  let observers = SPECIFIED;
  let stations: readonly MaskedSite[] = [];
  let shown: Shown | undefined;
  let observed: Readonly<Record<SatelliteId, Result<readonly ObservedPass[]>>> | undefined;
  let view: PlacesView | undefined;
  let isComplete = false;

  const orbits = (propagators: Shown['propagators']): readonly (readonly [SatelliteId, Propagator])[] =>
    SATELLITE_IDS.flatMap((id) => {
      const found = propagators[id];
      return found.ok ? [[id, found.value] as const] : [];
    });

  function observe({ plan, propagators }: Shown): NonNullable<typeof observed> {
    for (const [id, propagator] of orbits(propagators)) {
      for (const from of chunksOf(plan)) searchChunk(propagator, [observers[id]], from);
    }
    return mapSatellites((id) => {
      const found = propagators[id];
      if (!found.ok) return found;
      const { site } = observers[id];
      const passes = passesOver(found.value, observers[id], plan);
      return succeeded(passes.map((pass) => withArc(pass, found.value, site)));
    });
  }

  function follow(mission: ShownOrbits): Shown {
    const plan = mission.snapshot().contacts.value;
    const propagators = mission.propagators();
    if (shown?.plan === plan && shown.propagators === propagators) return shown;
    observed = undefined;
    view = undefined;
    isComplete = false;
    shown = { plan, propagators };
    return shown;
  }

  return {
    setPlaces(value) {
      const read = readChosenPlaces(value);
      if (!read.ok) return refused(read.message);
      chosen = read.value;
      const known = [...stations, ...SATELLITE_IDS.map((id) => observers[id])];
      const siteOf = (place: Place): MaskedSite =>
        known.find((site) => isSameSite(site, place)) ?? { site: createObserver(place), mask: place.mask };
      const { observer } = chosen;
      const own = observer && siteOf(observer);
      const next = own ? mapSatellites(() => own) : SPECIFIED;
      if (SATELLITE_IDS.some((id) => next[id] !== observers[id])) observed = undefined;
      observers = next;
      stations = chosen.stations.map(siteOf);
      view = undefined;
      isComplete = false;
      return read;
    },
    search(mission) {
      const { plan, propagators } = follow(mission);
      if (isComplete) return;
      let searches = 0;
      isComplete = chunksOf(plan).every((from) => {
        if (searches >= SEARCHES_IN_SLICE) return false;
        for (const [, propagator] of orbits(propagators)) searches += searchChunk(propagator, stations, from);
        return true;
      });
      if (searches > 0) view = undefined;
    },
    isComplete: () => isComplete,
    view(mission) {
      const now = follow(mission);
      const { plan, propagators } = now;
      observed ??= observe(now);
      const passes = observed;
      view ??= {
        chosen,
        satellites: mapSatellites((id) => {
          const found = propagators[id];
          const over = passes[id];
          if (!found.ok) return found;
          if (!over.ok) return over;
          return succeeded({
            observer: over.value,
            stations: stations.map((site) => passesOver(found.value, site, plan)),
          });
        }),
      };
      return view;
    },
  };
}
