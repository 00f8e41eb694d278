import type { Propagator } from '../src/shared/orbit/propagator.ts';
import type { EpochMs } from '../src/shared/units.ts';
import { createPropagators, type Propagators } from '../src/worker/orbit/propagators.ts';

/** A propagator that records the instants of its calls. */
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
  /** Repeats the recorded calls alone. */
  readonly replay: () => void;
}

/**
 * Propagators that record every SGP4 call, so that a benchmark can repeat exactly these calls as its floor.
 */
export function recordPropagators(): RecordedPropagators {
  const { iss, orbita } = createPropagators();
  if (!iss.ok || !orbita.ok) throw new Error('no orbit');
  const issTimes: EpochMs[] = [];
  const orbitaTimes: EpochMs[] = [];
  return {
    propagators: {
      iss: { ok: true, value: recording(iss.value, issTimes) },
      orbita: { ok: true, value: recording(orbita.value, orbitaTimes) },
    },
    callCount: () => issTimes.length + orbitaTimes.length,
    forget() {
      issTimes.length = 0;
      orbitaTimes.length = 0;
    },
    replay() {
      for (const time of issTimes) iss.value.stateAt(time);
      for (const time of orbitaTimes) orbita.value.stateAt(time);
    },
  };
}

/**
 * CPU milliseconds of a task, those of the engine's own threads included. Wall-clock time would include other
 * processes, and a long task is interrupted more often than its short floor.
 */
export function timed(task: () => void): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
