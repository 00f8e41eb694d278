import { MOST_AGE_DAYS, type PlacePassSearch } from '../../shared/contract/fleet.ts';
import { ORBITAL_ELEMENTS, SPACECRAFT } from '../../shared/entities/satellites.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/kit/units.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { STANDARD_MAGNITUDES } from '../../shared/orbit/magnitude.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import { createPropagator } from '../../shared/orbit/propagator.ts';
import { darkAround, findWholePasses, type VisualPass } from '../../shared/orbit/visual-passes.ts';
import { passPath } from '../orbit/pass-path.ts';

const OF_SPACECRAFT = JSON.stringify(ORBITAL_ELEMENTS[SPACECRAFT]);

/** True for elements that are too old at an instant. The mission flies the spacecraft exactly by its own, however old. */
const areTooOld = (elements: OrbitalElements, epoch: EpochMs, time: EpochMs): boolean =>
  Math.abs(time - epoch) > MOST_AGE_DAYS * MS_PER_DAY && JSON.stringify(elements) !== OF_SPACECRAFT;

function* passesOf(
  elements: OrbitalElements,
  { place, from, to, hasPath }: PlacePassSearch,
  dark: readonly Interval[],
): Generator<void, Result<readonly VisualPass[]>> {
  const propagator = createPropagator(elements);
  if (!propagator.ok) return propagator;
  if (areTooOld(elements, propagator.value.epoch, from))
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
