import { addMs, epochMs, MS_PER_H, MS_PER_S } from '../src/shared/units.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';
import { openSession } from '../src/worker/session/session.ts';
import type { Comparison } from './measure.ts';
import { recordPropagators, timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const SIMULATED_MS = 2 * MS_PER_H;
const RUNS = 9;

function beginMission(propagators: Propagators): () => void {
  const mission = openSession({
    clock: { now: () => T0 },
    seed: 1,
    propagators,
  });
  return () => {
    for (let ms = MS_PER_S; ms <= SIMULATED_MS; ms += MS_PER_S) mission.advanceTo(addMs(T0, ms));
  };
}

/** Two hours of mission at every cadence, second by second, against the SGP4 calls that they contain. */
export function measureSimulation(): Comparison {
  const recorded = recordPropagators();
  const recordedRun = beginMission(recorded.propagators);
  recorded.forget();
  recordedRun();

  const measured: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    measured.push(timed(beginMission(createPropagators())));
    floor.push(timed(recorded.replay));
  }
  return {
    id: 'simulation',
    name: '2 h of mission, second by second',
    unit: 'ms',
    measured,
    floor,
    against: `its ${recorded.callCount()} bare SGP4 calls`,
    notes: {
      'mission seconds per second': Math.round(SIMULATED_MS / Math.min(...measured)).toLocaleString('en'),
    },
  };
}
