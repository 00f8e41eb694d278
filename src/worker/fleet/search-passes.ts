import { type FleetPass, MOST_AGE_DAYS, type PassPath, type PlacePassSearch } from '../../shared/fleet.ts';
import { greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { STANDARD_MAGNITUDES } from '../../shared/orbit/magnitude.ts';
import { sunlitIntervals } from '../../shared/orbit/observed-satellite.ts';
import { lookAngles, type Site, siteOf } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { createPropagator, type OrbitalElements, type Propagator } from '../../shared/orbit/propagator.ts';
import { darkAround, findWholePasses } from '../../shared/orbit/visual-passes.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/units.ts';
import { skyArc } from '../orbit/sky-arc.ts';

function rangeRateAt(propagator: Propagator, site: Site, time: EpochMs): number {
  const state = propagator.stateAt(time);
  return state
    ? lookAngles(site, stateToEcef(state, greenwichSiderealTime(time))).rangeRateKmPerS
    : Number.NaN;
}

const pathOf = (pass: Pass, propagator: Propagator, site: Site): PassPath => ({
  arc: skyArc(pass, propagator, site),
  sunlit: sunlitIntervals((time) => propagator.stateAt(time)?.positionTeme, pass),
  rangeRates: [rangeRateAt(propagator, site, pass.aos), rangeRateAt(propagator, site, pass.los)],
});

function* passesOf(
  elements: OrbitalElements,
  { place, from, to, hasPath }: PlacePassSearch,
  dark: readonly Interval[],
): Generator<void, Result<readonly FleetPass[]>> {
  const propagator = createPropagator(elements);
  if (!propagator.ok) return propagator;
  if (Math.abs(from - propagator.value.epoch) > MOST_AGE_DAYS * MS_PER_DAY)
    return failed(`${elements.OBJECT_NAME}: its elements are more than a year from this time.`);
  const site = siteOf(place);
  const search = { from, to, minElevation: place.mask };
  const standard = STANDARD_MAGNITUDES.get(Number(elements.NORAD_CAT_ID));
  const passes = yield* findWholePasses(propagator.value, site, search, dark, standard);
  if (!hasPath) return succeeded(passes);
  const seen: FleetPass[] = [];
  for (const pass of passes) {
    yield;
    seen.push({ ...pass, path: pathOf(pass, propagator.value, site) });
  }
  return succeeded(seen);
}

/** For each satellite its passes over one place, or in words why there are none. Yields within and after each search. */
export function* searchPasses(
  satellites: readonly OrbitalElements[],
  search: PlacePassSearch,
): Generator<void, readonly Result<readonly FleetPass[]>[]> {
  const dark = darkAround(siteOf(search.place), search);
  const found: Result<readonly FleetPass[]>[] = [];
  for (const elements of satellites) {
    found.push(yield* passesOf(elements, search, dark));
    yield;
  }
  return found;
}
