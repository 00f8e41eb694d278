import type { ContactPlan, ObservedPass } from '../../shared/contact-plan.ts';
import { OBSERVER_SITES } from '../../shared/observers.ts';
import type { Outcome } from '../../shared/operations.ts';
import { createObserver } from '../../shared/orbit/observer.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import type { ChosenPlaces, Place, PlacesView } from '../../shared/places.ts';
import { readChosenPlaces } from '../../shared/places-schema.ts';
import { succeeded } from '../../shared/result.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import { degrees } from '../../shared/units.ts';
import type { Mission } from '../mission/mission.ts';
import { chunksOf } from '../orbit/chunks.ts';
import { type MaskedSite, passesOver, searchChunk } from '../orbit/place-passes.ts';
import { skyArc } from '../orbit/sky-arc.ts';

/** The mission that is shown, as far as passes follow from it. */
export type ShownOrbits = Pick<Mission, 'contacts' | 'propagators'>;

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

const isAt = ({ site: { observer }, mask }: MaskedSite, place: Place): boolean =>
  mask === place.mask &&
  (['latitude', 'longitude', 'altitudeKm'] as const).every((name) => observer[name] === place[name]);

export function createPlaces(): SessionPlaces {
  let chosen: ChosenPlaces = { stations: [] };
  let observer: MaskedSite | undefined;
  let stations: readonly MaskedSite[] = [];
  let plan: ContactPlan | undefined;
  let observed: Partial<Record<SatelliteId, readonly ObservedPass[]>> = {};
  let view: PlacesView | undefined;
  let isComplete = false;

  /** A plan is another one when time or an orbit has moved on. */
  function follow(next: ContactPlan): ContactPlan {
    if (plan !== next) {
      plan = next;
      observed = {};
      view = undefined;
      isComplete = false;
    }
    return next;
  }

  function observe(orbit: Propagator, from: MaskedSite, span: ContactPlan): readonly ObservedPass[] {
    for (const chunk of chunksOf(span)) searchChunk(orbit, [from], chunk);
    return passesOver(orbit, from, span).map((pass) => ({ ...pass, arc: skyArc(pass, orbit, from.site) }));
  }

  return {
    setPlaces(value) {
      const read = readChosenPlaces(value);
      if (!read.ok) return read;
      chosen = read.value;
      const known = observer ? [observer, ...stations] : stations;
      const siteOf = (place: Place): MaskedSite =>
        known.find((site) => isAt(site, place)) ?? { site: createObserver(place), mask: place.mask };
      const next = chosen.observer && siteOf(chosen.observer);
      if (next !== observer) observed = {};
      observer = next;
      stations = chosen.stations.map(siteOf);
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
          observed[id] ??= observe(orbit.value, observer ?? SPECIFIED[id], span);
          return succeeded({
            observer: observed[id],
            stations: stations.map((site) => passesOver(orbit.value, site, span)),
          });
        }),
      };
      return view;
    },
  };
}
