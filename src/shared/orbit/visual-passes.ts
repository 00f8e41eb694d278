import { addMs, degrees, type EpochMs, MS_PER_DAY, MS_PER_MIN } from '../kit/units.ts';
import { greenwichSiderealTime, temeToEcef } from './frames.ts';
import type { Interval } from './intervals.ts';
import { type Brightness, brightnessOver } from './magnitude.ts';
import {
  darkIntervals,
  type OpticalVisibility,
  observeSatellite,
  visibleIntervals,
} from './observed-satellite.ts';
import { heightAboveMask, type Site } from './observer.ts';
import { createGrid, type OrbitGrid, positionTemeAt, samplingStepMs } from './orbit-samples.ts';
import type { PassSearch } from './pass-windows.ts';
import { findSampledPasses, type Pass, type SampledPass } from './passes.ts';
import type { Propagator } from './propagator.ts';

/** A pass with its visibility to an observer. */
export interface VisualPass extends Pass, Brightness {
  /** Intervals in order: the satellite is sunlit and the sky dark, as in `observeSatellite`. Empty if never. */
  readonly visible: readonly Interval[];
  /** Visibility of the satellite at TCA. */
  readonly visibilityAtTca: OpticalVisibility;
}

/** Within a pass the elevation is always sufficient. */
const ANY_ELEVATION = degrees(-90);

function withVisibility(
  propagator: Propagator,
  site: Site,
  { pass, samples }: SampledPass,
  dark: readonly Interval[],
  standardMagnitude: number | undefined,
): VisualPass {
  const positionAt = (time: EpochMs) => positionTemeAt(samples, time);
  const state = propagator.stateAt(pass.tca);
  const seen = state && observeSatellite(state, site, pass.tca, ANY_ELEVATION);
  const visible = visibleIntervals(positionAt, pass, dark);
  return {
    ...pass,
    visible,
    visibilityAtTca: seen?.visibility ?? 'too low',
    ...brightnessOver(standardMagnitude, site, positionAt, visible),
  };
}

/** Time beyond a search within which the ends of its passes are sought. */
const WHOLE_MS = MS_PER_DAY;
/** Shorter than the gap between two passes of any orbit. */
const END_STEP_MS = 10 * MS_PER_MIN;

/**
 * Returns the first instant, in steps from a cut end of a pass, at which the satellite is down; `undefined` within a
 * day.
 */
function firstDown(
  propagator: Propagator,
  site: Site,
  { minElevation }: PassSearch,
  end: EpochMs,
  direction: 1 | -1,
): EpochMs | undefined {
  const heightOf = heightAboveMask(site, minElevation);
  for (let wayMs = END_STEP_MS; wayMs <= WHOLE_MS; wayMs += END_STEP_MS) {
    const time = addMs(end, direction * wayMs);
    const state = propagator.stateAt(time);
    const isUp = state && heightOf(temeToEcef(state.positionTeme, greenwichSiderealTime(time))) > 0;
    if (!isUp) return time;
  }
  return undefined;
}

/** Returns the whole of a pass that a search cuts. */
function wholePass(
  propagator: Propagator,
  grid: OrbitGrid,
  site: Site,
  search: PassSearch,
  cut: SampledPass,
): SampledPass {
  const { aos, los, startsBefore, endsAfter } = cut.pass;
  const from = startsBefore ? firstDown(propagator, site, search, aos, -1) : aos;
  const to = endsAfter ? firstDown(propagator, site, search, los, 1) : los;
  if (from === undefined && to === undefined) return cut;
  const margin = { from: addMs(from ?? aos, -1), to: addMs(to ?? los, 1) };
  const passes = findSampledPasses(grid, site, { ...search, ...margin });
  return passes.find(({ pass }) => pass.aos <= los && pass.los >= aos) ?? cut;
}

/**
 * Finds the passes of a satellite over a site that an interval touches, with AOS and LOS up to a day beyond it; passes
 * that are still cut last longer. Yields after the search and after each pass, so that a caller can let other work run.
 *
 * @param dark dark intervals of the site, from a day before the search to a day after it
 * @param standardMagnitude of the satellite, if known: see `STANDARD_MAGNITUDES`
 */
export function* findWholePasses(
  propagator: Propagator,
  site: Site,
  search: PassSearch,
  dark: readonly Interval[],
  standardMagnitude?: number,
): Generator<void, readonly VisualPass[]> {
  const grid = createGrid(propagator, samplingStepMs(propagator));
  const seen: VisualPass[] = [];
  for (const found of findSampledPasses(grid, site, search)) {
    yield;
    const isCut = found.pass.startsBefore || found.pass.endsAfter;
    const whole = isCut ? wholePass(propagator, grid, site, search, found) : found;
    seen.push(withVisibility(propagator, site, whole, dark, standardMagnitude));
  }
  return seen;
}

/** Returns the dark intervals that `findWholePasses` needs. */
export const darkAround = (site: Site, { from, to }: Pick<PassSearch, 'from' | 'to'>): readonly Interval[] =>
  darkIntervals(site, { from: addMs(from, -WHOLE_MS), to: addMs(to, WHOLE_MS) });
