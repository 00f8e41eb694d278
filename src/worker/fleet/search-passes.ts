import { type FleetPass, MOST_AGE_DAYS, type ObserverPassSearch } from '../../shared/fleet.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { STANDARD_MAGNITUDES } from '../../shared/orbit/magnitude.ts';
import { sunlitIntervals } from '../../shared/orbit/observed-satellite.ts';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import { createPropagator, type OrbitalElements } from '../../shared/orbit/propagator.ts';
import { darkAround, findWholePasses } from '../../shared/orbit/visual-passes.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { MS_PER_DAY } from '../../shared/units.ts';
import { skyArc } from '../orbit/sky-arc.ts';

function* passesOf(
  elements: OrbitalElements,
  site: Site,
  search: ObserverPassSearch,
  dark: readonly Interval[],
): Generator<void, Result<readonly FleetPass[]>> {
  const propagator = createPropagator(elements);
  if (!propagator.ok) return propagator;
  if (Math.abs(search.from - propagator.value.epoch) > MOST_AGE_DAYS * MS_PER_DAY)
    return failed(`${elements.OBJECT_NAME}: its elements are more than a year from this time.`);
  const standard = STANDARD_MAGNITUDES.get(Number(elements.NORAD_CAT_ID));
  const passes = yield* findWholePasses(propagator.value, site, search, dark, standard);
  if (!search.hasPath) return succeeded(passes);
  const seen: FleetPass[] = [];
  for (const pass of passes) {
    yield;
    const sunlit = sunlitIntervals((time) => propagator.value.stateAt(time)?.positionTeme, pass);
    seen.push({ ...pass, path: { arc: skyArc(pass, propagator.value, site), sunlit } });
  }
  return succeeded(seen);
}

/** For each satellite its passes over one observer, or in words why there are none. Yields within and after each search. */
export function* searchPasses(
  satellites: readonly OrbitalElements[],
  search: ObserverPassSearch,
): Generator<void, readonly Result<readonly FleetPass[]>[]> {
  const site = createObserver(search.observer);
  const dark = darkAround(site, search);
  const found: Result<readonly FleetPass[]>[] = [];
  for (const elements of satellites) {
    found.push(yield* passesOf(elements, site, search, dark));
    yield;
  }
  return found;
}
