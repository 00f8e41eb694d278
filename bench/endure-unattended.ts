import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../src/shared/kit/units.ts';
import { drawFault } from '../src/worker/ground/anomalies/anomalies.ts';
import { type Seed, streamsOf } from '../src/worker/kit/random.ts';
import { createPropagators } from '../src/worker/orbit/propagators.ts';
import { type Environment, environmentAt } from '../src/worker/spacecraft/environment.ts';
import { injectFault } from '../src/worker/spacecraft/faults.ts';
import { planFault } from '../src/worker/spacecraft/fdir.ts';
import { copyOf, INITIAL_SPACECRAFT } from '../src/worker/spacecraft/model.ts';
import { STEP_MS } from '../src/worker/spacecraft/propagate.ts';
import { stepCraft } from '../src/worker/spacecraft/step.ts';

/** Result of the spacecraft with the faults of the specification's draw, and without commands. */
export interface UnattendedEndurance {
  readonly seed: number;
  /** Share of the time in NOMINAL mode, 0 to 1. */
  readonly nominal: number;
  /** Lowest bus voltage, V, and longest time below 20 V, minutes. */
  readonly lowestV: number;
  readonly longestBelow20VMin: number;
  readonly survivalMin: number;
  /** Stays in safe mode. */
  readonly safeStays: number;
}

const LOW_V = 20;
/** Time between two draws of a fault (spec §9). */
const POLL_MS = 30 * MS_PER_S;
const STEP_MIN = STEP_MS / MS_PER_MIN;

/** The environment on the model's grid, computed once for all seeds. */
export function createEnvironments(): (time: EpochMs) => Environment {
  const { orbita } = createPropagators();
  if (!orbita.ok) throw new Error(orbita.message);
  const known = new Map<EpochMs, Environment>();
  return (time) => {
    const environment = known.get(time) ?? environmentAt(orbita.value, time);
    if (!environment) throw new Error('ORBITA-1 has no orbit.');
    known.set(time, environment);
    return environment;
  };
}

/**
 * Simulates days of the spacecraft alone: its model and the faults of an unattended mission with the same
 * seed, without the ground. That is some hundred times as fast as a whole mission.
 */
export function endureUnattended(
  seed: Seed,
  from: EpochMs,
  days: number,
  environmentAtStep: (time: EpochMs) => Environment,
): UnattendedEndurance {
  const streams = streamsOf(seed);
  let craft = copyOf(INITIAL_SPACECRAFT);
  let draws = 0;
  let nominalSteps = 0;
  let survivalSteps = 0;
  let lowestV = Number.POSITIVE_INFINITY;
  let below = 0;
  let longestBelow = 0;
  let safeStays = 0;
  const steps = (days * MS_PER_DAY) / STEP_MS;
  for (let step = 1; step <= steps; step++) {
    const time = epochMs(from + step * STEP_MS);
    const name = time % POLL_MS === 0 ? drawFault('specified', streams('fault draw').at(time)) : undefined;
    if (name) {
      draws += 1;
      const plan = planFault(name, time, streams(`fdir:${name}`).at(time));
      craft = copyOf(injectFault(craft, `anomaly-${draws}`, name, time, plan));
    }
    const { mode } = craft;
    stepCraft(craft, environmentAtStep(time), time, STEP_MS / MS_PER_S, streams);
    if (craft.mode === 'SAFE' && mode === 'NOMINAL') safeStays += 1;
    if (craft.mode === 'NOMINAL') nominalSteps += 1;
    if (craft.mode === 'SURVIVAL') survivalSteps += 1;
    lowestV = Math.min(lowestV, craft.busVoltage);
    below = craft.busVoltage < LOW_V ? below + 1 : 0;
    longestBelow = Math.max(longestBelow, below);
  }
  return {
    seed,
    nominal: nominalSteps / steps,
    lowestV,
    longestBelow20VMin: longestBelow * STEP_MIN,
    survivalMin: survivalSteps * STEP_MIN,
    safeStays,
  };
}
