import { addMs, degrees, MS_PER_DAY } from '../units.ts';
import type { Interval } from './intervals.ts';
import { type OpticalVisibility, observeSatellite, visibleIntervals } from './observed-satellite.ts';
import type { Site } from './observer.ts';
import { findPassesOverSites, type Pass, type PassSearch } from './passes.ts';
import type { Propagator } from './propagator.ts';

/** A pass with what an observer would see of it. */
export interface VisualPass extends Pass {
  /** In order: the satellite is sunlit and the observer's sky dark, as in `observeSatellite`. Empty if never. */
  readonly visible: readonly Interval[];
  /** Whether the satellite can be seen at TCA, or why not. */
  readonly visibilityAtTca: OpticalVisibility;
}

/** What is in a pass is above the minimum elevation. */
const ANY_ELEVATION = degrees(-90);

function withVisibility(propagator: Propagator, site: Site, pass: Pass): VisualPass {
  const state = propagator.stateAt(pass.tca);
  const seen = state && observeSatellite(state, site, pass.tca, ANY_ELEVATION);
  return {
    ...pass,
    visible: visibleIntervals(propagator, site, pass),
    visibilityAtTca: seen?.visibility ?? 'too low',
  };
}

/**
 * The passes of a satellite over a site as in `findPassesOverSites`, and when one would see it. Yields after the search
 * and after each pass, so that a caller can let other work run between them.
 */
export function* findVisualPasses(
  propagator: Propagator,
  site: Site,
  search: PassSearch,
): Generator<void, readonly VisualPass[]> {
  const [passes = []] = findPassesOverSites(propagator, [site], search);
  const seen: VisualPass[] = [];
  for (const pass of passes) {
    yield;
    seen.push(withVisibility(propagator, site, pass));
  }
  return seen;
}

/**
 * The passes of a satellite over a site that a stretch of time touches, with their AOS and LOS also where those are up to a
 * day beyond it; what is cut then lasts longer. Yields as `findVisualPasses` does.
 */
export function* findWholePasses(
  propagator: Propagator,
  site: Site,
  search: PassSearch,
): Generator<void, readonly VisualPass[]> {
  const [cut = []] = findPassesOverSites(propagator, [site], search);
  const isCut = cut.some(({ startsBefore, endsAfter }) => startsBefore || endsAfter);
  let passes = cut;
  if (isCut) {
    yield;
    const wide = {
      ...search,
      from: addMs(search.from, -MS_PER_DAY),
      to: addMs(search.to, MS_PER_DAY),
    };
    const [whole = []] = findPassesOverSites(propagator, [site], wide);
    passes = whole.filter(({ aos, los }) => los > search.from && aos < search.to);
  }
  const seen: VisualPass[] = [];
  for (const pass of passes) {
    yield;
    seen.push(withVisibility(propagator, site, pass));
  }
  return seen;
}
