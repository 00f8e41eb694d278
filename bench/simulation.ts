import type { Propagator } from '../src/shared/orbit/propagator.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_S } from '../src/shared/units.ts';
import { createFlight } from '../src/worker/flight.ts';
import { createMission } from '../src/worker/mission.ts';
import { createRandom } from '../src/worker/random.ts';
import type { Comparison } from './measure.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const SIMULATED_MS = 2 * MS_PER_H;
const RUNS = 9;

/** A propagator that notes the instants it is asked for. */
function recording({ epoch, stateAt }: Propagator, times: EpochMs[]): Propagator {
  return {
    epoch,
    stateAt(time) {
      times.push(time);
      return stateAt(time);
    },
  };
}

function simulate(flight = createFlight()): number {
  const mission = createMission({ clock: { now: () => T0 }, random: createRandom(1), flight });
  const start = performance.now();
  for (let ms = MS_PER_S; ms <= SIMULATED_MS; ms += MS_PER_S) mission.advanceTo(addMs(T0, ms));
  return performance.now() - start;
}

/** Two hours of mission at every cadence, second by second, against the SGP4 calls that they contain. */
export function measureSimulation(): Comparison {
  const flight = createFlight();
  const { iss, orbita } = flight;
  if (!iss.ok || !orbita.ok) throw new Error('no orbit');
  const times: EpochMs[] = [];
  const issTimes: EpochMs[] = [];
  const mission = createMission({
    clock: { now: () => T0 },
    random: createRandom(1),
    flight: {
      iss: { ok: true, value: recording(iss.value, issTimes) },
      orbita: { ok: true, value: recording(orbita.value, times) },
    },
  });
  times.length = 0;
  issTimes.length = 0;
  for (let ms = MS_PER_S; ms <= SIMULATED_MS; ms += MS_PER_S) mission.advanceTo(addMs(T0, ms));

  const measured: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    measured.push(simulate());
    const start = performance.now();
    for (const time of times) orbita.value.stateAt(time);
    for (const time of issTimes) iss.value.stateAt(time);
    floor.push(performance.now() - start);
  }
  const fastest = Math.min(...measured);
  return {
    name: '2 h of mission, second by second',
    unit: 'ms',
    measured,
    floor,
    against: `its ${times.length + issTimes.length} bare SGP4 calls`,
    notes: { 'mission seconds per second': Math.round(SIMULATED_MS / fastest).toLocaleString('en') },
  };
}
