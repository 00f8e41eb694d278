import { MOST_AGE_DAYS } from '../../shared/fleet.ts';
import type { FleetAnswer, FleetRequest } from '../../shared/fleet-messages.ts';
import type { Interval } from '../../shared/orbit/intervals.ts';
import { STANDARD_MAGNITUDES } from '../../shared/orbit/magnitude.ts';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import type { PassSearch } from '../../shared/orbit/passes.ts';
import { createPropagator, type OrbitalElements } from '../../shared/orbit/propagator.ts';
import { darkAround, findWholePasses, type VisualPass } from '../../shared/orbit/visual-passes.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { MS_PER_DAY } from '../../shared/units.ts';

type Request = Extract<FleetRequest, { type: 'pass-list' }>;

function* passesOf(
  elements: OrbitalElements,
  site: Site,
  search: PassSearch,
  dark: readonly Interval[],
): Generator<undefined, Result<readonly VisualPass[]>> {
  const propagator = createPropagator(elements);
  if (!propagator.ok) return propagator;
  if (Math.abs(search.from - propagator.value.epoch) > MOST_AGE_DAYS * MS_PER_DAY)
    return failed(`${elements.OBJECT_NAME}: its elements are more than a year from this time.`);
  const steps = findWholePasses(
    propagator.value,
    site,
    search,
    dark,
    STANDARD_MAGNITUDES.get(Number(elements.NORAD_CAT_ID)),
  );
  for (;;) {
    const { done, value } = steps.next();
    if (done) return succeeded(value);
    yield;
  }
}

/**
 * The passes of several satellites over one observer. Yields an answer for each as it is found, and nothing between two
 * steps of its search, so that the caller can pause.
 */
export function* searchPassList({
  id,
  satellites,
  search,
}: Request): Generator<FleetAnswer | undefined, void> {
  const site = createObserver(search.observer);
  const dark = darkAround(site, search);
  for (const [satellite, elements] of satellites.entries()) {
    const passes = yield* passesOf(elements, site, search, dark);
    yield { type: 'listed-passes', id, satellite, passes };
  }
}
