import type { CommandName } from '../../src/shared/entities/entities.ts';
import type { FaultName } from '../../src/shared/entities/faults.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_S } from '../../src/shared/kit/units.ts';
import { type Streams, streamsOf } from '../../src/worker/kit/random.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';
import { startCommand } from '../../src/worker/spacecraft/activities.ts';
import { type Environment, environmentAt } from '../../src/worker/spacecraft/environment.ts';

import { injectFault } from '../../src/worker/spacecraft/faults.ts';
import { copyOf, INITIAL_SPACECRAFT, type SpacecraftState } from '../../src/worker/spacecraft/model.ts';
import {
  type PropagatedSpacecraft,
  propagateSpacecraft,
  STEP_MS,
} from '../../src/worker/spacecraft/propagate.ts';
import { stepCraft } from '../../src/worker/spacecraft/step.ts';
import { later, T0 } from './mission.ts';

const { orbita } = createPropagators();
if (!orbita.ok) throw new Error(orbita.message);
const propagator = orbita.value;

/** Returns the environment of ORBITA-1 on its own orbit. */
export function aroundOrbita(time: EpochMs): Environment {
  const environment = environmentAt(propagator, time);
  if (!environment) throw new Error('no orbit');
  return environment;
}

/** Two seasons of the orbit: short eclipses at a high beta angle, and long ones at a low one. */
export const SEASONS = [
  { season: 'short nights', from: T0 },
  { season: 'long nights', from: later(12 * MS_PER_DAY) },
] as const;

/** Returns the first instant on the model's grid with constant illumination for three minutes. */
export function firstInstant(from: EpochMs, isSunlit: boolean): EpochMs {
  const wanted = isSunlit ? 1 : 0;
  for (let time = from; ; time = addMs(time, 12 * STEP_MS)) {
    if ([0, 90, 180].every((s) => aroundOrbita(addMs(time, s * MS_PER_S)).light === wanted)) return time;
  }
}

/** Returns the faultless spacecraft at an instant, in a steady cycle. */
export const transitionEndedAt = (time: EpochMs, streams: Streams = streamsOf(3)): PropagatedSpacecraft =>
  propagateSpacecraft(
    { spacecraft: INITIAL_SPACECRAFT, time: addMs(time, -MS_PER_DAY / 2) },
    time,
    aroundOrbita,
    streams,
  );

export const fly = (
  from: PropagatedSpacecraft,
  durationS: number,
  streams: Streams = streamsOf(5),
): PropagatedSpacecraft =>
  propagateSpacecraft(from, addMs(from.time, durationS * MS_PER_S), aroundOrbita, streams);

export const FAULT_ID = 'anomaly-1';

export const strike = (
  { spacecraft, time }: PropagatedSpacecraft,
  name: FaultName,
  anomalyId = FAULT_ID,
): PropagatedSpacecraft => ({
  spacecraft: injectFault(spacecraft, anomalyId, name, time),
  time,
});

export const command = (
  { spacecraft, time }: PropagatedSpacecraft,
  name: CommandName,
): PropagatedSpacecraft => ({
  spacecraft: startCommand(spacecraft, { commandId: 'command-1', name, time }),
  time,
});

/** Returns the spacecraft after one step; the given state is unchanged. */
export function stepSpacecraft(
  state: SpacecraftState,
  environment: Environment,
  time: EpochMs,
  dtS: number,
  streams?: Streams,
): SpacecraftState {
  const craft = copyOf(state);
  stepCraft(craft, environment, time, dtS, streams);
  return craft;
}
