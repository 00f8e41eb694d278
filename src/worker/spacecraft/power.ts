import { toRadians } from '../../shared/units.ts';
import type { Environment } from './environment.ts';

/** Array and battery of a 28 V smallsat: seven lithium-ion cells in series on an unregulated bus. */
const SOLAR_CONSTANT_W_PER_M2 = 1361;
const ARRAY_AREA_M2 = 2;
const CELL_EFFICIENCY = 0.29;
const PACKING_FACTOR = 0.9;
const OTHER_LOSSES = 0.85;
/** Relative change of the array's output per °C below 60 °C. */
const COLD_GAIN_PER_C = 0.0022;
/** The array turns about one axis; a yaw bias limits the rest of the beta angle. */
const MAX_INCIDENCE_DEG = 50;

const CELLS = 7;
const CAPACITY_AH = 20;
const RESISTANCE_OHM = 0.07;
const MAX_VOLTAGE = 28.7;
const MAX_CHARGE_A = 10;
const CHARGE_EFFICIENCY = 0.99;

/** Open-circuit voltage of one cell at states of charge 0 to 1. */
const CELL_CURVE: readonly (readonly [soc: number, volts: number])[] = [
  [0, 2.8],
  [0.02, 3.0],
  [0.05, 3.2],
  [0.1, 3.38],
  [0.2, 3.52],
  [0.3, 3.6],
  [0.4, 3.66],
  [0.5, 3.73],
  [0.6, 3.82],
  [0.7, 3.92],
  [0.8, 4.0],
  [0.9, 4.07],
  [1, 4.1],
];

/** Voltage of the resting battery for a state of charge from 0 to 1. */
export function openCircuitVoltage(soc: number): number {
  let [lowerSoc, lowerVolts] = [0, 2.8];
  for (const [upperSoc, upperVolts] of CELL_CURVE) {
    if (soc <= upperSoc) {
      const share = upperSoc === lowerSoc ? 0 : (soc - lowerSoc) / (upperSoc - lowerSoc);
      return CELLS * (lowerVolts + share * (upperVolts - lowerVolts));
    }
    [lowerSoc, lowerVolts] = [upperSoc, upperVolts];
  }
  return CELLS * lowerVolts;
}

export interface ArrayOutput {
  /** Watts that the array can deliver; 0 in the Earth's shadow. */
  readonly powerW: number;
  /** Watts that it could deliver in the same light at the same temperature if it faced the Sun, with nothing broken. */
  readonly potentialW: number;
}

/** The array's output at its temperature in °C. */
export function arrayOutput(
  { light, beta, sunDistanceAu }: Environment,
  arrayTemperature: number,
): ArrayOutput {
  const incidence = toRadians(Math.min(Math.abs(beta), MAX_INCIDENCE_DEG) as Environment['beta']);
  const faceOn =
    (SOLAR_CONSTANT_W_PER_M2 / sunDistanceAu ** 2) *
    (ARRAY_AREA_M2 * CELL_EFFICIENCY * PACKING_FACTOR * OTHER_LOSSES);
  const potentialW = faceOn * light * (1 + COLD_GAIN_PER_C * (60 - arrayTemperature));
  return { powerW: potentialW * Math.cos(incidence), potentialW };
}

export interface BatteryStep {
  /** State of charge, 0 to 1. */
  readonly soc: number;
  readonly busVoltage: number;
}

/**
 * The battery after a step.
 * @param soc state of charge before it, 0 to 1
 * @param surplusW array power minus load
 * @param temperature of the battery in °C
 */
export function stepBattery(soc: number, surplusW: number, temperature: number, dtS: number): BatteryStep {
  const resistance = RESISTANCE_OHM * Math.exp(0.018 * (20 - Math.min(Math.max(temperature, -20), 45)));
  const resting = openCircuitVoltage(soc);
  // P = (Voc + I R) I; a load beyond the battery's maximum power gets that maximum.
  const root = Math.sqrt(Math.max(0, resting ** 2 + 4 * resistance * surplusW));
  const wanted = (root - resting) / (2 * resistance);
  const taper = (MAX_VOLTAGE - resting) / resistance;
  const current = surplusW < 0 ? wanted : Math.max(0, Math.min(wanted, MAX_CHARGE_A, taper));
  const charge = (current * (current > 0 ? CHARGE_EFFICIENCY : 1) * dtS) / (3600 * CAPACITY_AH);
  return {
    soc: Math.min(1, Math.max(0, soc + charge)),
    busVoltage: resting + current * resistance,
  };
}
