import { TELEMETRY_PERIOD_MS } from '../src/shared/entities/constants.ts';
import { addMs, epochMs, MS_PER_DAY } from '../src/shared/kit/units.ts';
import { beginTelemetry, recordSample } from '../src/worker/ground/telemetry/telemetry.ts';
import { streamsOf } from '../src/worker/kit/random.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';
import { environmentAt } from '../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT } from '../src/worker/spacecraft/model.ts';
import type { Comparison } from './measure.ts';
import { recordPropagators, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FLOWN_MS = 7 * MS_PER_DAY;
const RUNS = 9;

/** Simulates seven days of the model at its own steps, measuring every sample. */
function flyWeek({ orbita }: Propagators): void {
  if (!orbita.ok) throw new Error(orbita.message);
  const propagator = orbita.value;
  const streams = streamsOf(1);
  let telemetry = beginTelemetry({ spacecraft: INITIAL_SPACECRAFT, time: T0 });
  for (let ms = TELEMETRY_PERIOD_MS; ms <= FLOWN_MS; ms += TELEMETRY_PERIOD_MS) {
    telemetry = recordSample(telemetry, addMs(T0, ms), (time) => environmentAt(propagator, time), streams);
  }
}

/** Compares a week of the spacecraft at full fidelity, in one thread, with the SGP4 calls that it contains. */
export function measureSpacecraft(): Comparison {
  const recorded = recordPropagators();
  flyWeek(recorded.propagators);
  const flight = createPropagators();
  const measured: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    measured.push(timed(() => flyWeek(flight)));
    floor.push(timed(recorded.replay));
  }
  return {
    id: 'spacecraft-week',
    name: '7 days of the spacecraft, every 5 s, with its sensors',
    unit: 'ms',
    measured,
    floor,
    against: `its ${recorded.callCount()} bare SGP4 calls`,
    notes: {
      'mission seconds per second': Math.round(FLOWN_MS / Math.min(...measured)).toLocaleString('en'),
    },
  };
}
