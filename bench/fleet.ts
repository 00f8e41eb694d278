import { knotBefore, knotTime } from '../src/shared/contract/fleet.ts';
import { SATELLITES } from '../src/shared/entities/satellites.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { createPropagator } from '../src/shared/orbit/propagator.ts';
import { createFleet } from '../src/worker/fleet/propagate-fleet.ts';
import { searchPasses } from '../src/worker/fleet/search-passes.ts';
import { finish } from '../tests/support/finish.ts';
import { syntheticElements } from '../tests/support/synthetic-fleet.ts';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';
import type { FleetCost } from './pages/fleet.ts';
import { timed } from './recording.ts';

const ROUNDS = 3;
const KNOTS = 15;
const COUNT = 1000;
const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** Compares one state of each of 1,000 satellites with the SGP4 calls that it needs. */
export function measureFleetKnots(): Comparison {
  const elements = Array.from({ length: COUNT }, (_, number) => syntheticElements(number));
  const fleet = finish(createFleet(elements));
  const propagators = elements.map((set) => {
    const propagator = createPropagator(set);
    if (!propagator.ok) throw new Error(propagator.message);
    return propagator.value;
  });
  const first = knotBefore(T0);
  const measured: number[] = [];
  const floor: number[] = [];
  for (let knot = 0; knot < KNOTS; knot++) {
    measured.push(timed(() => finish(fleet.knot(first + knot))));
    floor.push(
      timed(() => {
        for (const { stateAt } of propagators) stateAt(knotTime(first + knot));
      }),
    );
  }
  const reading = timed(() => finish(createFleet(elements)));
  return {
    id: 'fleet-knot',
    name: `${COUNT} satellites of all kinds of orbits propagated once`,
    unit: 'ms',
    measured,
    floor,
    against: 'their SGP4 calls alone',
    notes: { 'reading their elements': `${reading.toFixed(0)} ms` },
  };
}

const LISTED = 100;
const LIST_RUNS = 5;

/** Measures a day's pass list of 100 satellites over one observer, with visibility, starting from their elements. */
export function measurePassList(): Comparison {
  const satellites = Array.from({ length: LISTED }, (_, number) => syntheticElements(number));
  const search = { place: SATELLITES.iss.observer, from: T0, to: addMs(T0, MS_PER_DAY) };
  const measured: number[] = [];
  const floor: number[] = [];
  let [passes, longest] = [0, 0];
  for (let run = 0; run < LIST_RUNS; run++) {
    passes = 0;
    measured.push(
      timed(() => {
        const steps = searchPasses(satellites, search);
        for (let isDone = false; !isDone; ) {
          const step = timed(() => {
            const { done, value } = steps.next();
            isDone = done === true;
            for (const found of value ?? []) if (found.ok) passes += found.value.length;
          });
          if (run > 0) longest = Math.max(longest, step);
        }
      }),
    );
    floor.push(
      timed(() => {
        for (const elements of satellites) {
          const propagator = createPropagator(elements);
          if (!propagator.ok) throw new Error(propagator.message);
          for (let ms = 0; ms <= MS_PER_DAY; ms += 2 * MS_PER_MIN) propagator.value.stateAt(addMs(T0, ms));
        }
      }),
    );
  }
  return {
    id: 'pass-list-100',
    name: `24 h of a pass list, ${LISTED} satellites of all kinds of orbits over one observer, with their visibility`,
    unit: 'ms',
    measured,
    floor,
    against: 'a bare SGP4 call for every 2 minutes of each',
    notes: {
      'passes found': String(passes),
      'first run': `${measured[0]?.toFixed(0)} ms`,
      'longest slice': `${longest.toFixed(1)} ms`,
    },
  };
}

interface FleetPage {
  measureFleet(renderer: string, view: string, count: number): Promise<FleetCost>;
}

/** Size of the 2026 catalogue of active satellites. */
const CATALOGUE_COUNT = 15_000;

const CASES = [
  { id: 'fleet-canvas-plane', renderer: 'canvas', view: 'plane', count: 1000 },
  { id: 'fleet-canvas-globe', renderer: 'canvas', view: 'globe', count: 1000 },
  { id: 'fleet-canvas-zoomed', renderer: 'canvas', view: 'zoomed', count: 1000 },
  { id: 'catalogue-canvas-plane', renderer: 'canvas', view: 'plane', count: CATALOGUE_COUNT },
  { id: 'catalogue-canvas-globe', renderer: 'canvas', view: 'globe', count: CATALOGUE_COUNT },
  { id: 'catalogue-webgl-plane', renderer: 'webgl', view: 'plane', count: CATALOGUE_COUNT },
  { id: 'catalogue-webgl-globe', renderer: 'webgl', view: 'globe', count: CATALOGUE_COUNT },
] as const;

/** Compares frames in which every satellite of a fleet moves with the same frames without a fleet. */
export async function measureFleetFrames({ browser, pagesUrl }: Bench): Promise<readonly Comparison[]> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${pagesUrl}/fleet.html`);
  await page.waitForFunction('window.measureFleet');
  const comparisons: Comparison[] = [];
  for (const { id, renderer, view, count } of CASES) {
    const measure = (satellites: number): Promise<FleetCost> =>
      page.evaluate(
        (given) =>
          (window as unknown as FleetPage).measureFleet(given.renderer, given.view, given.satellites),
        { renderer, view, satellites },
      );
    const full: FleetCost[] = [];
    const empty: FleetCost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      empty.push(await measure(0));
      full.push(await measure(count));
    }
    const rates = (costs: readonly FleetCost[]): string =>
      costs.map(({ framesPerS }) => framesPerS.toFixed(0)).join(', ');
    comparisons.push({
      id,
      name: `${count} added satellites on the ${view} map at 1920 × 1080, all moving, script a frame (${renderer})`,
      unit: 'ms',
      measured: full.map(({ scriptMs }) => scriptMs),
      floor: empty.map(({ scriptMs }) => scriptMs),
      against: 'the same frames without them',
      notes: { 'frames a second': rates(full), 'without them': rates(empty) },
    });
  }
  await page.close();
  return comparisons;
}
