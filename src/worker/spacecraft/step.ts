import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import { CHANNELS } from '../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import type { Streams } from '../kit/random.ts';
import { stepActivities } from './activities.ts';
import { loopSigma, stepAttitude } from './attitude.ts';
import type { Environment } from './environment.ts';
import { type FaultEffects, gatherEffects } from './fault-effects.ts';
import {
  type ActiveFault,
  COMMAND_LOSS_S,
  deviation,
  eventSum,
  FIRST_SAFE_HOLD_S,
  type MutableSpacecraft,
  type SpacecraftState,
} from './model.ts';
import { mostBatteryPowerW, stepArray, stepBattery } from './power.ts';
import { stepRadio, stepRecorder } from './radio.ts';
import { stepHeaters, stepTemperatures } from './thermal.ts';

/** Returns the load of a mode without payload, heaters, transmitter and activities. */
function busLoadOf(mode: SpacecraftMode): number {
  switch (mode) {
    case 'NOMINAL':
      return 165;
    case 'SAFE':
      return 95;
    case 'SURVIVAL':
      return 15;
  }
}
const payloadLoadOf = (craft: SpacecraftState): number =>
  craft.mode === 'NOMINAL' ? 60 + eventSum(craft, 'payloadW') : 0;

/** Protection: the spacecraft enters safe mode after this long below the warning limit. */
const SAFE_BELOW_V = CHANNELS.batteryVoltage.limits.warning.low ?? 22;
export const SAFE_AFTER_S = 300;
/** Survival: the battery is nearly empty, or its load is close to its maximum power. */
const SURVIVAL_BELOW_SOC = 0.04;
const SURVIVAL_LOAD_SHARE = 0.6;
const SAFE_ABOVE_SOC = 0.25;
/** Margins of charge and attitude that must hold for some time before FDIR leaves safe mode by itself. */
const LEAVE_ABOVE_SOC = 0.6;
const LEAVE_BELOW_DEVIATION = CHANNELS.attitudeStability.limits.critical.high ?? 3;
const SETTLED_S = 600;
/** Each such exit doubles the next stay; six hours in NOMINAL shorten it by the first one's length. */
const BACK_OFF = 2;
const RELAX_PER_S = FIRST_SAFE_HOLD_S / (6 * 3600);

/** True if FDIR commands the safe configuration for one of the faults within a step that ends at `time`. */
function isSafing(faults: readonly ActiveFault[], time: EpochMs, dtS: number): boolean {
  for (const {
    plan: { course, containedAt },
  } of faults) {
    if (course !== 'safed' || containedAt === undefined) continue;
    if (containedAt <= time && containedAt > time - dtS * MS_PER_S) return true;
  }
  return false;
}

/** Change of the state of charge that is possible within a minute. */
const MINUTE_SOC = 0.02;
const MINUTE_S = 60;

/** True if the mode may change within a minute, so that the exact second matters. */
export function isModeOpen({ mode, soc, undervoltageS, safeHoldS }: SpacecraftState): boolean {
  switch (mode) {
    case 'NOMINAL':
      return undervoltageS > 0 || soc < SURVIVAL_BELOW_SOC + MINUTE_SOC;
    case 'SAFE':
      return safeHoldS <= MINUTE_S || soc < SURVIVAL_BELOW_SOC + MINUTE_SOC;
    case 'SURVIVAL':
      return soc > SAFE_ABOVE_SOC - MINUTE_SOC;
  }
}

function enterSafeMode(craft: MutableSpacecraft): void {
  craft.mode = 'SAFE';
  craft.safeHoldS = craft.nextSafeHoldS;
}

/** True if the margins allow FDIR to leave safe mode by itself. */
const hasMargins = (craft: MutableSpacecraft): boolean =>
  craft.soc >= LEAVE_ABOVE_SOC && deviation(craft) <= LEAVE_BELOW_DEVIATION;

/** Standard deviations of the control loop within which noise may decide whether FDIR leaves safe mode. */
const EXIT_SIGMAS = 3;

/**
 * True if chance decides when FDIR leaves safe mode: all other conditions hold, and the attitude is within its noise
 * of its margin.
 */
export const isExitOpen = (craft: MutableSpacecraft, time: EpochMs): boolean =>
  craft.mode === 'SAFE' &&
  craft.soc >= LEAVE_ABOVE_SOC &&
  craft.safeHoldS <= SETTLED_S &&
  Math.abs(deviation(craft) - LEAVE_BELOW_DEVIATION) <
    EXIT_SIGMAS * loopSigma(craft.mode, gatherEffects(craft.faults, time, craft.mode));

/** Counts down the stay in safe mode and then ends it. */
function endSafeMode(craft: MutableSpacecraft, dtS: number): void {
  if (craft.mode === 'NOMINAL') {
    craft.nextSafeHoldS = Math.max(FIRST_SAFE_HOLD_S, craft.nextSafeHoldS - RELAX_PER_S * dtS);
  }
  if (craft.mode !== 'SAFE') return;
  craft.safeHoldS = Math.max(hasMargins(craft) ? 0 : SETTLED_S, craft.safeHoldS - dtS);
  if (craft.safeHoldS > 0) return;
  craft.mode = 'NOMINAL';
  craft.nextSafeHoldS = Math.min(COMMAND_LOSS_S, BACK_OFF * craft.nextSafeHoldS);
}

/** Sheds loads that the battery cannot supply or a fault requires, and restores them in sunlight. */
function protect(craft: MutableSpacecraft, effects: FaultEffects, time: EpochMs, dtS: number): void {
  endSafeMode(craft, dtS);
  craft.undervoltageS = craft.busVoltage < SAFE_BELOW_V ? craft.undervoltageS + dtS : 0;
  if (craft.mode === 'NOMINAL') {
    const mustSafe = craft.undervoltageS >= SAFE_AFTER_S || isSafing(craft.faults, time, dtS);
    if (mustSafe) enterSafeMode(craft);
  }
  const drawnW = busLoadOf(craft.mode) + payloadLoadOf(craft) - craft.arrayPowerW;
  const isFailing =
    craft.soc < SURVIVAL_BELOW_SOC ||
    (drawnW > 0 && drawnW > SURVIVAL_LOAD_SHARE * mostBatteryPowerW(craft, effects));
  if (isFailing) craft.mode = 'SURVIVAL';
  else if (craft.mode === 'SURVIVAL' && craft.soc > SAFE_ABOVE_SOC) enterSafeMode(craft);
}

/**
 * Advances the working copy by `dtS` seconds (at most about a minute), ending at `time` in `environment`. All
 * first-order parts follow exact exponentials, so that the step length does not affect them. Without random streams
 * there is no noise.
 */
export function stepCraft(
  craft: MutableSpacecraft,
  environment: Environment,
  time: EpochMs,
  dtS: number,
  streams: Streams | undefined,
): void {
  stepActivities(craft, time);
  const effects = gatherEffects(craft.faults, time, craft.mode);
  protect(craft, effects, time, dtS);
  stepAttitude(craft, environment.light >= 0.5, effects, time, dtS, streams);
  stepRadio(craft, environment, effects, time, dtS);
  craft.busLoadW = busLoadOf(craft.mode) + effects.leakW + (craft.isSunlit ? 0 : effects.darkLeakW);
  craft.payloadLoadW = effects.isPayloadShed ? 0 : payloadLoadOf(craft);
  stepHeaters(craft, effects);
  stepTemperatures(craft, environment, effects, dtS);
  stepArray(craft, environment, effects, dtS);
  stepBattery(craft, effects, dtS);
  stepRecorder(craft, dtS);
}
