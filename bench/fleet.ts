import { knotBefore, knotTime } from '../src/shared/fleet.ts';
import { createPropagator } from '../src/shared/orbit/propagator.ts';
import { epochMs } from '../src/shared/units.ts';
import { createFleet } from '../src/worker/fleet/propagate-fleet.ts';
import { syntheticElements } from '../tests/support/synthetic-fleet.ts';
import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';
import type { FleetCost } from './pages/fleet.ts';
import { timed } from './recording.ts';

const ROUNDS = 3;
const KNOTS = 15;
const COUNT = 1000;
const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** One state of each of 1,000 satellites, against the SGP4 calls in it. */
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

interface FleetPage {
  measureFleet(renderer: string, view: string, count: number): Promise<FleetCost>;
}

const CASES = [
  { id: 'fleet-canvas-plane', renderer: 'canvas', view: 'plane', count: 1000 },
  { id: 'fleet-canvas-globe', renderer: 'canvas', view: 'globe', count: 1000 },
  { id: 'fleet-canvas-zoomed', renderer: 'canvas', view: 'zoomed', count: 1000 },
  { id: 'fleet-webgl-plane', renderer: 'webgl', view: 'plane', count: 10_000 },
  { id: 'fleet-webgl-globe', renderer: 'webgl', view: 'globe', count: 10_000 },
] as const;

/** Frames in which every satellite of a fleet has moved, against the same frames without a fleet. */
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
