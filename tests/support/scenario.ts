import { ANOMALY_PERIOD_MS, TELEMETRY_PERIOD_MS } from '../../src/shared/constants.ts';
import { ANOMALY_TYPES, type AnomalyType } from '../../src/shared/entities.ts';
import type { Checkpoint } from '../../src/shared/mission-control.ts';
import type { Propagator, StateTeme } from '../../src/shared/orbit/propagator.ts';
import { succeeded } from '../../src/shared/result.ts';
import { addMs, type EpochMs } from '../../src/shared/units.ts';
import { faultsOf } from '../../src/worker/anomalies/anomalies.ts';
import { createRandom, type Random } from '../../src/worker/kit/random.ts';
import { createMission, type Mission } from '../../src/worker/mission/mission.ts';
import { createPropagators, type Propagators } from '../../src/worker/orbit/propagators.ts';
import { FAULT_KINDS, type FaultName } from '../../src/worker/spacecraft/fault-kinds.ts';
import type { PlanFault } from '../../src/worker/spacecraft/fdir.ts';

/** A seeded random source in which single numbers can be overridden. */
interface ScriptedRandom extends Random {
  /** Count of numbers taken. */
  taken(): number;
  /** After `count` more numbers these are returned. */
  script(count: number, numbers: readonly number[]): void;
}

function scriptedRandom(seed: number): ScriptedRandom {
  const random = createRandom(seed);
  let taken = 0;
  let scripted = new Map<number, number>();
  return {
    ...random,
    next() {
      const drawn = random.next();
      return scripted.get(taken++) ?? drawn;
    },
    taken: () => taken,
    script(count, numbers) {
      scripted = new Map(numbers.map((number, index) => [taken + count + index, number]));
    },
  };
}

/** Random number that selects an index out of `length`. */
const picking = (index: number, length: number): number => (index + 0.5) / length;

/** The three numbers of a poll that draws a fault. */
function drawOf(name: FaultName): readonly number[] {
  const type: AnomalyType = FAULT_KINDS[name].type;
  const kinds = faultsOf(type);
  return [
    0,
    picking(ANOMALY_TYPES.indexOf(type), ANOMALY_TYPES.length),
    picking(kinds.indexOf(name), kinds.length),
  ];
}

/** The propagator with memoized states: scenarios propagate the same days again and again. */
function remembering({ epoch, stateAt }: Propagator): Propagator {
  const states = new Map<EpochMs, StateTeme | undefined>();
  return {
    epoch,
    stateAt(time) {
      if (!states.has(time)) states.set(time, stateAt(time));
      return states.get(time);
    },
  };
}

const { iss, orbita } = createPropagators();
const FLIGHT: Propagators = {
  iss: iss.ok ? succeeded(remembering(iss.value)) : iss,
  orbita: orbita.ok ? succeeded(remembering(orbita.value)) : orbita,
};

const NO_DRAW = [0.5] as const;

/** A complete mission with a controlled clock, without faults except injected ones. */
export interface Scenario {
  readonly mission: Mission;
  time(): EpochMs;
  /** Advances to an instant, one telemetry sample at a time; `each` is called after each of them. */
  flyTo(to: EpochMs, each?: () => void): void;
  /** Advances to the next poll, which draws this fault. Returns the instant of the poll. */
  draw(name: FaultName): EpochMs;
}

/** FDIR detects no drawn fault, so that the ground has to act; the initial fault is cleared at once. */
const GROUND_ONLY: PlanFault = (_name, time, _random, course) =>
  course ? { course: 'transient', clearedAt: time } : { course: 'lasting' };

/**
 * A scenario, from an instant on or from a checkpoint. Polls coincide with samples, and a poll's numbers come
 * last: how many a sample takes before them is counted at samples without a poll.
 */
export function startScenario(
  seed: number,
  from: EpochMs,
  checkpoint?: Checkpoint,
  planFault: PlanFault = GROUND_ONLY,
): Scenario {
  const random = scriptedRandom(seed);
  const mission = createMission({
    clock: { now: () => from },
    random,
    planFault,
    propagators: FLIGHT,
    ...(checkpoint && { checkpoint }),
  });
  const anchor = from;
  let time = from;
  let perSample = 0;
  for (const { id, status } of mission.snapshot().anomalies.value) {
    if (status === 'Active') mission.control.resolveAnomaly(id);
  }
  function step(numbers: readonly number[]): void {
    time = addMs(time, TELEMETRY_PERIOD_MS);
    const isPoll = (time - anchor) % ANOMALY_PERIOD_MS === 0;
    const before = random.taken();
    if (isPoll) random.script(perSample, numbers);
    mission.advanceTo(time);
    if (!isPoll) perSample = random.taken() - before;
  }
  return {
    mission,
    time: () => time,
    flyTo(to, each) {
      while (time < to) {
        step(NO_DRAW);
        each?.();
      }
    },
    draw(name) {
      while ((time - anchor) % ANOMALY_PERIOD_MS !== ANOMALY_PERIOD_MS - TELEMETRY_PERIOD_MS) step(NO_DRAW);
      step(drawOf(name));
      return time;
    },
  };
}
