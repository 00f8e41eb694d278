import { mapSatellites } from '../src/shared/entities/satellites.ts';
import { succeeded } from '../src/shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_S } from '../src/shared/kit/units.ts';
import type { Propagator } from '../src/shared/orbit/propagator.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';

/** Wraps a propagator to record the instants of its calls. */
function recording({ epoch, stateAt }: Propagator, times: EpochMs[]): Propagator {
  return {
    epoch,
    stateAt(time) {
      times.push(time);
      return stateAt(time);
    },
  };
}

export interface RecordedPropagators {
  readonly propagators: Propagators;
  readonly callCount: () => number;
  readonly forget: () => void;
  /** Repeats only the recorded calls. */
  readonly replay: () => void;
}

/** Creates propagators that record every SGP4 call, so that a benchmark can repeat exactly these calls as its floor. */
export function recordPropagators(): RecordedPropagators {
  const built = createPropagators();
  const recorded = mapSatellites((id) => {
    const propagator = built[id];
    if (!propagator.ok) throw new Error('no orbit');
    const times: EpochMs[] = [];
    return { propagator: propagator.value, times };
  });
  const all = Object.values(recorded);
  return {
    propagators: mapSatellites((id) => succeeded(recording(recorded[id].propagator, recorded[id].times))),
    callCount: () => all.reduce((sum, { times }) => sum + times.length, 0),
    forget() {
      for (const { times } of all) times.length = 0;
    },
    replay() {
      for (const { propagator, times } of all) for (const time of times) propagator.stateAt(time);
    },
  };
}

/** Makes one bare SGP4 call per second of mission time. */
export function callEachSecond(from: EpochMs, durationMs: number): void {
  const { orbita } = createPropagators();
  if (!orbita.ok) throw new Error(orbita.message);
  for (let ms = MS_PER_S; ms <= durationMs; ms += MS_PER_S) orbita.value.stateAt(addMs(from, ms));
}

/**
 * Returns the CPU milliseconds of a task, including the engine's own threads. Wall-clock time would include other
 * processes, and a long task is interrupted more often than its short floor.
 */
export function timed(task: () => void): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
