import { addMs, epochMs, MS_PER_DAY } from '../src/shared/kit/units.ts';
import { beginTelemetry, recordSample } from '../src/worker/ground/telemetry/telemetry.ts';
import { streamsOf } from '../src/worker/kit/random.ts';
import { createPropagators } from '../src/worker/orbit/propagators.ts';
import { environmentAt } from '../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT } from '../src/worker/spacecraft/model.ts';
import { settledHeapKb } from './heap.ts';
import type { Comparison } from './measure.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const DAYS = 365;
/**
 * One sample per jump, so that a year is propagated in coarse steps, with fine ones for the last ten minutes of each.
 */
const JUMP_MS = MS_PER_DAY / 24;
/** Caches fill and code is compiled during the first days. */
const SETTLING_DAYS = 30;

/** Compares the heap at the end of each simulated month of a year with that after the first month. */
export function measureYear(): Comparison {
  const { orbita } = createPropagators();
  if (!orbita.ok) throw new Error(orbita.message);
  const propagator = orbita.value;
  const streams = streamsOf(1);
  let telemetry = beginTelemetry({ spacecraft: INITIAL_SPACECRAFT, time: T0 });
  const heaps: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    for (let ms = JUMP_MS; ms <= MS_PER_DAY; ms += JUMP_MS) {
      const time = addMs(T0, day * MS_PER_DAY + ms);
      telemetry = recordSample(telemetry, time, (at) => environmentAt(propagator, at), streams);
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
