import { addMs, type EpochMs, MS_PER_H, MS_PER_S } from '../../shared/kit/units.ts';
import { canTakeUpLowGain } from './antenna.ts';
import type { EnvironmentAt } from './environment.ts';
import { gatherEffects } from './fault-effects.ts';
import type { SpacecraftState } from './model.ts';
import { lowGainMarginDb } from './radio.ts';

/** Two orbits: within them a ground station comes into view. */
const HORIZON_MS = 3 * MS_PER_H;
const STEP_MS = 30 * MS_PER_S;

/**
 * Finds the next link of the low-gain antenna with unchanged mode and faults, to 30 s; `undefined` if there is none
 * within 3 h. The antenna needs no pointing, so the link depends on the orbit alone.
 */
export function nextLinkTime(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  from: EpochMs,
): EpochMs | undefined {
  const effects = gatherEffects(state.faults, from, state.mode);
  for (let time = addMs(from, STEP_MS); time <= from + HORIZON_MS; time = addMs(time, STEP_MS)) {
    const environment = environmentAt(time);
    if (!environment) return undefined;
    if (canTakeUpLowGain(lowGainMarginDb(state, environment, effects))) return time;
  }
  return undefined;
}
