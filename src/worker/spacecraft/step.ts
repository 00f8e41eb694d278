import { TELEMETRY_LIMITS } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Random } from '../random.ts';
import { stepActivities } from './activities.ts';
import { stepAttitude } from './attitude.ts';
import type { Environment } from './environment.ts';
import { type FaultEffects, gatherEffects } from './fault-effects.ts';
import { type Craft, copyOf, type SpacecraftState } from './model.ts';
import { mostBatteryPowerW, stepArray, stepBattery } from './power.ts';
import { stepRadio, stepRecorder } from './radio.ts';
import { stepHeaters, stepTemperatures } from './thermal.ts';

/** What each mode draws without heaters, transmitter and activities. */
const BUS_W = { NOMINAL: 165, SAFE: 95, SURVIVAL: 15 } as const;
const PAYLOAD_W = { NOMINAL: 60, SAFE: 0, SURVIVAL: 0 } as const;

/** Protection: below the warning limit for this long the spacecraft enters safe mode by itself. */
const SAFE_BELOW_V = TELEMETRY_LIMITS.batteryVoltage.warning.low ?? 22;
const SAFE_AFTER_S = 300;
/** Survival: the battery is nearly empty, or its load comes near the most that it can give. */
const SURVIVAL_BELOW_SOC = 0.04;
const SURVIVAL_LOAD_SHARE = 0.6;
const SAFE_ABOVE_SOC = 0.25;

/** Sheds loads where the battery cannot carry them, and takes them up again in sunlight. */
function protect(craft: Craft, effects: FaultEffects, dtS: number): void {
  craft.undervoltageS = craft.busVoltage < SAFE_BELOW_V ? craft.undervoltageS + dtS : 0;
  if (craft.mode === 'NOMINAL' && craft.undervoltageS >= SAFE_AFTER_S) craft.mode = 'SAFE';
  const drawnW = BUS_W[craft.mode] + PAYLOAD_W[craft.mode] - craft.arrayPowerW;
  const isFailing =
    craft.soc < SURVIVAL_BELOW_SOC ||
    (drawnW > 0 && drawnW > SURVIVAL_LOAD_SHARE * mostBatteryPowerW(craft, effects));
  if (isFailing) craft.mode = 'SURVIVAL';
  else if (craft.mode === 'SURVIVAL' && craft.soc > SAFE_ABOVE_SOC) craft.mode = 'SAFE';
}

/**
 * Takes the working copy through `dtS` seconds (at most about a minute) that end at `time` in `environment`. All
 * first-order parts follow exact exponentials, so the step's length does not change them. Without a random source there
 * is no noise.
 */
export function stepCraft(
  craft: Craft,
  environment: Environment,
  time: EpochMs,
  dtS: number,
  random: Random | undefined,
): void {
  stepActivities(craft, time);
  const effects = gatherEffects(craft.faults, time);
  protect(craft, effects, dtS);
  stepAttitude(craft, environment.light >= 0.5, effects, dtS, random);
  stepRadio(craft, environment, effects, time, dtS);
  craft.busLoadW = BUS_W[craft.mode] + effects.leakW + (craft.isSunlit ? 0 : effects.darkLeakW);
  craft.payloadLoadW = PAYLOAD_W[craft.mode];
  stepHeaters(craft, effects);
  stepTemperatures(craft, environment, effects, dtS);
  stepArray(craft, environment, effects, dtS);
  stepBattery(craft, effects, dtS);
  stepRecorder(craft, dtS);
}

/** The spacecraft after one step: see `stepCraft`. */
export function stepSpacecraft(
  state: SpacecraftState,
  environment: Environment,
  time: EpochMs,
  dtS: number,
  random?: Random,
): SpacecraftState {
  const craft = copyOf(state);
  stepCraft(craft, environment, time, dtS, random);
  return craft;
}
