import { degrees, type EpochMs, MS_PER_S } from '../units.ts';
import { type Interval, positiveIntervals } from './intervals.ts';
import { DARK_SUN_ELEVATION, type OpticalVisibility, observeSatellite } from './observed-satellite.ts';
import type { Site } from './observer.ts';
import { findPassesOverSites, type Pass, type PassSearch } from './passes.ts';
import type { Propagator } from './propagator.ts';
import { ECLIPSED_SHARE } from './satellite-position.ts';

/** A pass with what an observer would see of it. */
export interface VisualPass extends Pass {
  /** In order: the satellite is sunlit and the observer's sky dark, as in `observeSatellite`. Empty if never. */
  readonly visible: readonly Interval[];
  /** Whether the satellite can be seen at TCA, or why not. */
  readonly visibilityAtTca: OpticalVisibility;
}

/** Steps of the search in a pass: fine enough for one over in minutes, and few in one that lasts a day. */
const STEPS = 120;
const SHORTEST_STEP_MS = 20 * MS_PER_S;
/** What is in a pass is above the minimum elevation. */
const ANY_ELEVATION = degrees(-90);

function withVisibility(propagator: Propagator, site: Site, pass: Pass): VisualPass {
  const observe = (time: EpochMs) => {
    const state = propagator.stateAt(time);
    return state && observeSatellite(state, site, time, ANY_ELEVATION);
  };
  const visible = positiveIntervals(
    (time) => {
      const seen = observe(time);
      if (!seen) return Number.NaN;
      return Math.min(ECLIPSED_SHARE - seen.eclipseFraction, DARK_SUN_ELEVATION - seen.sunElevation);
    },
    {
      from: pass.aos,
      to: pass.los,
      stepMs: Math.max(SHORTEST_STEP_MS, (pass.los - pass.aos) / STEPS),
    },
  );
  return { ...pass, visible: [...visible], visibilityAtTca: observe(pass.tca)?.visibility ?? 'too low' };
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
