import { addMs, epochMs, MS_PER_DAY } from '../src/shared/units.ts';
import { createPropagators } from '../src/worker/propagators.ts';
import { createRandom } from '../src/worker/random.ts';
import { environmentAt } from '../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT } from '../src/worker/spacecraft/model.ts';
import { beginTelemetry, recordSample } from '../src/worker/telemetry.ts';
import { settledHeapKb } from './heap.ts';
import type { Comparison } from './measure.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const DAYS = 365;
/** A sample each, so that a year is flown in coarse steps and its last ten minutes in fine ones each time. */
const JUMP_MS = MS_PER_DAY / 24;
/** The first days fill the caches and let the code be compiled. */
const SETTLING_DAYS = 30;

/** What a simulated year leaves on the heap: the heap at each month's end after a month of settling, against that. */
export function measureYear(): Comparison {
  const { orbita } = createPropagators();
  if (!orbita.ok) throw new Error(orbita.message);
  const propagator = orbita.value;
  const random = createRandom(1);
  let telemetry = beginTelemetry({ spacecraft: INITIAL_SPACECRAFT, time: T0 });
  const heaps: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    for (let ms = JUMP_MS; ms <= MS_PER_DAY; ms += JUMP_MS) {
      const time = addMs(T0, day * MS_PER_DAY + ms);
      telemetry = recordSample(telemetry, time, (at) => environmentAt(propagator, at), random);
    }
    if (day % SETTLING_DAYS === SETTLING_DAYS - 1) heaps.push(settledHeapKb());
  }
  const [first = Number.NaN, ...others] = heaps;
  const growth = (others.at(-1) ?? Number.NaN) - first;
  return {
    id: 'year-heap',
    name: 'a simulated year in steps, the heap after each month, collected',
    unit: 'kB',
    measured: others,
    floor: [first],
    against: 'the heap after its first month',
    notes: { 'heap growth over eleven months': `${growth.toFixed(0)} kB` },
  };
}
