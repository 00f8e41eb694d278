import type { ContactPlan } from '../../shared/contract/contact-plan.ts';
import type { Outcome } from '../../shared/contract/outcome.ts';
import { readChosenPlaces } from '../../shared/contract/places-schema.ts';
import type { Place } from '../../shared/entities/place.ts';
import type { ChosenPlaces, PlacesView } from '../../shared/entities/places.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from '../../shared/entities/satellites.ts';
import { succeeded } from '../../shared/kit/result.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import type { Mission } from '../mission/mission.ts';
import { chunksOf, joinPasses } from '../orbit/chunks.ts';
import { passPath } from '../orbit/pass-path.ts';
import { passesInChunk, passesOver, searchChunk } from '../orbit/place-passes.ts';

/** Part of the shown mission on which passes depend. */
export type ShownOrbits = Pick<Mission, 'contacts' | 'propagators'>;

/** Places of this window, and the passes over them, for the shown time. */
export interface SessionPlaces {
  setPlaces(chosen: unknown): Outcome<ChosenPlaces>;
  /** Searches a slice of the missing passes. */
  search(shown: ShownOrbits): void;
  /** True once everything has been searched. */
  isComplete(): boolean;
  /**
   * Returns the same object while unchanged. Passes over the observers are complete, those over stations as searched.
   */
  view(shown: ShownOrbits): PlacesView;
}

/** Searches of one chunk for one station and satellite, after which a slice ends: some 10 ms. */
const SEARCHES_IN_SLICE = 400;

const isSameSky = (one: Place, other: Place): boolean =>
  (['latitude', 'longitude', 'altitudeKm', 'mask'] as const).every((field) => one[field] === other[field]);

export function createPlaces(): SessionPlaces {
  let chosen: ChosenPlaces = { stations: [] };
  let observer: Place | undefined;
  let stations: readonly Place[] = [];
  let plan: ContactPlan | undefined;
  let observed: Partial<Record<SatelliteId, readonly Pass[]>> = {};
  let view: PlacesView | undefined;
  let isComplete = false;

  /** Discards results when the plan changes, as time or an orbit has moved on. */
  function follow(next: ContactPlan): ContactPlan {
    if (plan !== next) {
      plan = next;
      observed = {};
      view = undefined;
      isComplete = false;
    }
    return next;
  }

  function observe(orbit: Propagator, from: Place, span: ContactPlan): readonly Pass[] {
    const lists = chunksOf(span).flatMap((chunk) => passesInChunk(orbit, [from], chunk));
    return joinPasses(lists).map((pass) => ({ ...pass, path: passPath(pass, orbit, siteOf(from)) }));
  }

  return {
    setPlaces(value) {
      const read = readChosenPlaces(value);
      if (!read.ok) return read;
      chosen = read.value;
      const known = observer ? [observer, ...stations] : stations;
      // Search results are found by the identity of a place.
      const asKnown = (place: Place): Place => known.find((one) => isSameSky(one, place)) ?? place;
      const next = chosen.observer && asKnown(chosen.observer);
      if (next !== observer) observed = {};
      observer = next;
      stations = chosen.stations.map(asKnown);
      view = undefined;
      isComplete = false;
      return read;
    },
    search(shown) {
      const span = follow(shown.contacts());
      if (isComplete) return;
      const orbits = Object.values(shown.propagators()).flatMap((orbit) => (orbit.ok ? [orbit.value] : []));
      let searches = 0;
      isComplete = chunksOf(span).every((chunk) => {
        if (searches >= SEARCHES_IN_SLICE) return false;
        for (const orbit of orbits) searches += searchChunk(orbit, stations, chunk);
        return true;
      });
      if (searches > 0) view = undefined;
    },
    isComplete: () => isComplete,
    view(shown) {
      const span = follow(shown.contacts());
      view ??= {
        chosen,
        satellites: mapSatellites((id) => {
          const orbit = shown.propagators()[id];
          if (!orbit.ok) return orbit;
          observed[id] ??= observe(orbit.value, observer ?? SATELLITES[id].observer, span);
          return succeeded({
            observer: observed[id],
            stations: stations.map((place) => passesOver(orbit.value, place, span)),
          });
        }),
      };
      return view;
    },
  };
}
