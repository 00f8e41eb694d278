import { MOST_AGE_DAYS, type PlacePassSearch } from '../../shared/contract/fleet.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { MS_PER_DAY } from '../../shared/kit/units.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { STANDARD_MAGNITUDES } from '../../shared/orbit/magnitude.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import { createPropagator } from '../../shared/orbit/propagator.ts';
import { darkAround, findWholePasses, type VisualPass } from '../../shared/orbit/visual-passes.ts';
import { passPath } from '../orbit/pass-path.ts';

function* passesOf(
  elements: OrbitalElements,
  { place, from, to, hasPath }: PlacePassSearch,
  dark: readonly Interval[],
): Generator<void, Result<readonly VisualPass[]>> {
  const propagator = createPropagator(elements);
  if (!propagator.ok) return propagator;
  if (Math.abs(from - propagator.value.epoch) > MOST_AGE_DAYS * MS_PER_DAY)
    return failed(`${elements.OBJECT_NAME}: its elements are more than a year from this time.`);
  const site = siteOf(place);
  const search = { from, to, minElevation: place.mask };
  const standard = STANDARD_MAGNITUDES.get(Number(elements.NORAD_CAT_ID));
  const passes = yield* findWholePasses(propagator.value, site, search, dark, standard);
  if (!hasPath) return succeeded(passes);
  const seen: VisualPass[] = [];
  for (const pass of passes) {
    yield;
    seen.push({ ...pass, path: passPath(pass, propagator.value, site) });
  }
  return succeeded(seen);
}

/**
 * Returns each satellite's passes over one place, or the reason why there are none. Yields within and after each
 * search.
 */
export function* searchPasses(
  satellites: readonly OrbitalElements[],
  search: PlacePassSearch,
): Generator<void, readonly Result<readonly VisualPass[]>[]> {
  const dark = darkAround(siteOf(search.place), search);
  const found: Result<readonly VisualPass[]>[] = [];
  for (const elements of satellites) {
    found.push(yield* passesOf(elements, search, dark));
    yield;
  }
  return found;
}
