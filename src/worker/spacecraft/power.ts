import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import { acos, cos, exp } from '../../shared/kit/math.ts';
import { type Degrees, degrees } from '../../shared/kit/units.ts';
import { approachOver } from './decay.ts';
import type { Environment } from './environment.ts';
import type { FaultEffects } from './fault-effects.ts';
import { type MutableSpacecraft, totalLoadW } from './model.ts';

/** Array and battery of a 28 V smallsat: seven lithium-ion cells in series on an unregulated bus. */
const SOLAR_CONSTANT_W_PER_M2 = 1361;
const ARRAY_AREA_M2 = 2;
const CELL_EFFICIENCY = 0.29;
const PACKING_FACTOR = 0.9;
const OTHER_LOSSES = 0.85;
/** Relative change of the array's output per °C below 60 °C. */
const COLD_GAIN_PER_C = 0.0022;
/** The array turns about one axis; a yaw bias limits the effect of the beta angle. */
const LEAST_COSINE = cos((50 * Math.PI) / 180);
/** In safe mode the whole spacecraft faces the Sun coarsely. */
const SAFE_COSINE = 0.95;
/** Rate at which a wing retracts and deploys, share of the array per second. */
const FOLDING_PER_S = 0.05;
const UNFOLDING_PER_S = 0.01;
/**
 * The mean of the array's efficiency has the time constant of the telemetry history: 20 samples, 5 s apart.
 */
const efficiencyApproach = approachOver(100);

const CELLS = 7;
export const CAPACITY_AH = 20;
const RESISTANCE_OHM = 0.07;
const MAX_VOLTAGE = 28.7;
const MAX_CHARGE_A = 10;
export const CHARGE_EFFICIENCY = 0.99;

/** Open-circuit voltage of one cell against state of charge, 0 to 1. */
const CURVE_SOC = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
const CURVE_VOLTS = [2.8, 3.0, 3.2, 3.38, 3.52, 3.6, 3.66, 3.73, 3.82, 3.92, 4.0, 4.07, 4.1] as const;

/** Returns the open-circuit voltage of the battery at a state of charge from 0 to 1. */
export function openCircuitVoltage(soc: number): number {
  // Searches from the full end, where the battery usually is.
  let index = CURVE_SOC.length - 1;
  while (index > 1 && soc <= (CURVE_SOC[index - 1] as number)) index--;
  const fromSoc = CURVE_SOC[index - 1] as number;
  const toSoc = CURVE_SOC[index] as number;
  const fromVolts = CURVE_VOLTS[index - 1] as number;
  const toVolts = CURVE_VOLTS[index] as number;
  return CELLS * (fromVolts + ((soc - fromSoc) / (toSoc - fromSoc)) * (toVolts - fromVolts));
}

function incidenceCosine(mode: SpacecraftMode, { betaSine }: Pick<Environment, 'betaSine'>): number {
  if (mode !== 'NOMINAL') return SAFE_COSINE;
  return Math.max(LEAST_COSINE, Math.sqrt(1 - betaSine * betaSine));
}

/** Returns the angle between the array and the Sun while its drive works. */
export const sunAngle = (mode: SpacecraftMode, environment: Pick<Environment, 'betaSine'>): Degrees =>
  degrees((acos(incidenceCosine(mode, environment)) * 180) / Math.PI);

export function stepArray(
  craft: MutableSpacecraft,
  environment: Environment,
  effects: FaultEffects,
  dtS: number,
): void {
  const { light, sunDistanceAu } = environment;
  const wanted = effects.deployed;
  craft.deployedShare =
    craft.deployedShare > wanted
      ? Math.max(wanted, craft.deployedShare - FOLDING_PER_S * dtS)
      : Math.min(wanted, craft.deployedShare + UNFOLDING_PER_S * dtS);
  const faceOn =
    (SOLAR_CONSTANT_W_PER_M2 / (sunDistanceAu * sunDistanceAu)) *
    (ARRAY_AREA_M2 * CELL_EFFICIENCY * PACKING_FACTOR * OTHER_LOSSES);
  const potentialW = faceOn * light * (1 + COLD_GAIN_PER_C * (60 - craft.arrayTemperature));
  const share = incidenceCosine(craft.mode, environment) * craft.deployedShare * effects.strings;
  craft.arrayPotentialW = potentialW;
  craft.arrayPowerW = potentialW * share;
  if (craft.isSunlit) {
    craft.arrayEfficiency += (share - craft.arrayEfficiency) * efficiencyApproach(dtS);
  }
}

/** Returns the battery resistance at the bus temperature, Ω. */
export const batteryResistance = (
  { busTemperature }: MutableSpacecraft,
  { resistance }: FaultEffects,
): number => RESISTANCE_OHM * resistance * exp(0.018 * (20 - Math.min(Math.max(busTemperature, -20), 45)));

export const restingVoltage = (soc: number, { cells, voltageDrop }: FaultEffects): number =>
  Math.max(1, openCircuitVoltage(soc) * cells - voltageDrop);

/** Returns the maximum power of the battery, W, reached at half its resting voltage. */
export function mostBatteryPowerW(craft: MutableSpacecraft, effects: FaultEffects): number {
  const resting = restingVoltage(craft.soc, effects);
  return (resting * resting) / (4 * batteryResistance(craft, effects));
}

/**
 * Advances the battery by a step with the loads in the working copy. An empty or overloaded battery delivers its
 * maximum, to which the loads are then reduced.
 */
export function stepBattery(craft: MutableSpacecraft, effects: FaultEffects, dtS: number): void {
  const demandW = totalLoadW(craft);
  const surplusW = craft.arrayPowerW - demandW;
  const resistance = batteryResistance(craft, effects);
  const resting = restingVoltage(craft.soc, effects);
  const chargeAs = 3600 * CAPACITY_AH * effects.capacity;
  // P = (Voc + I R) I; a load beyond the battery's maximum power gets that maximum.
  const root = Math.sqrt(Math.max(0, resting * resting + 4 * resistance * surplusW));
  const wanted = (root - resting) / (2 * resistance);
  let current: number;
  if (surplusW < 0) {
    current = Math.max(wanted, (-craft.soc * chargeAs) / dtS);
  } else {
    const limit = MAX_VOLTAGE * effects.cells - effects.chargeLimitDrop;
    const room = ((1 - craft.soc) * chargeAs) / (CHARGE_EFFICIENCY * dtS);
    current = Math.max(0, Math.min(wanted, MAX_CHARGE_A, (limit - resting) / resistance, room));
  }
  const charge = (current * (current > 0 ? CHARGE_EFFICIENCY : 1) * dtS) / chargeAs;
  craft.soc = Math.min(1, Math.max(0, craft.soc + charge));
  craft.batteryCurrentA = current;
  craft.busVoltage = resting + current * resistance;
  const suppliedW = craft.arrayPowerW - craft.busVoltage * current;
  if (surplusW < 0 && suppliedW < demandW) carryOnly(craft, suppliedW / demandW);
}

function carryOnly(craft: MutableSpacecraft, share: number): void {
  craft.busLoadW *= share;
  craft.payloadLoadW *= share;
  craft.transmitterLoadW *= share;
  craft.heaterLoadW *= share;
  craft.activityLoadW *= share;
}
