import type { TelemetrySample } from '../../shared/entities.ts';
import { type EpochMs, toRadians } from '../../shared/units.ts';
import { drawNormal, type Random } from '../random.ts';
import type { Environment } from './environment.ts';
import { type ArrayOutput, arrayOutput, stepBattery } from './power.ts';
import { downlinkMbPerS, linkBudget } from './radio.ts';

/**
 * ORBITA-1 in nominal operation: a coupled model of power, heat, attitude and radio, driven by the light and the
 * stations of its orbit. All first-order parts follow exact exponentials, so the step's length does not change them.
 */
export interface SpacecraftState {
  /** Battery state of charge, 0 to 1. */
  readonly soc: number;
  readonly busVoltage: number;
  readonly arrayPowerW: number;
  /** Bus and solar array, °C. */
  readonly busTemperature: number;
  readonly arrayTemperature: number;
  readonly isHeaterOn: boolean;
  readonly isSunlit: boolean;
  /** Attitude deviation in degrees: the control loop's, the jolt of the last sunrise or sunset, the sensors' drift. */
  readonly attitudeError: number;
  readonly jolt: number;
  readonly drift: number;
  /** Percent, 0 to 100. */
  readonly signalStrength: number;
  /**
   * What the array gives of what it could give in the same light if it faced the Sun with nothing broken, 0 to 1: a mean
   * over the latest sunlight, held through the Earth's shadow.
   */
  readonly arrayEfficiency: number;
  /** Megabytes brought down so far; it never falls. */
  readonly downlinkedMb: number;
}

export const INITIAL_SPACECRAFT: SpacecraftState = {
  soc: 0.9,
  busVoltage: 28,
  arrayPowerW: 0,
  busTemperature: 15,
  arrayTemperature: 0,
  isHeaterOn: false,
  isSunlit: true,
  attitudeError: 0.3,
  jolt: 0,
  drift: 0,
  signalStrength: 65,
  arrayEfficiency: 1,
  downlinkedMb: 0,
};

const BUS_AND_PAYLOAD_W = 225;
const TRANSMITTER_W = 35;
const HEATER_W = 40;
/** The mean of the array's efficiency forgets as fast as the telemetry history does: 20 samples, 5 s apart. */
const EFFICIENCY_TIME_CONSTANT_S = 100;

/** The share of the way to its target that a first-order value goes in a step. */
const approach = (dtS: number, timeConstantS: number): number => 1 - Math.exp(-dtS / timeConstantS);

const deviation = ({ attitudeError, jolt, drift }: SpacecraftState): number =>
  Math.hypot(attitudeError + jolt, drift);

function stepAttitude(state: SpacecraftState, isSunlit: boolean, dtS: number, random: Random) {
  const target = isSunlit ? 0.3 : 0.42;
  const kept = Math.exp(-dtS / 120);
  const noise = 0.1 * Math.sqrt(1 - kept ** 2) * drawNormal(random);
  return {
    attitudeError: target + (state.attitudeError - target) * kept + noise,
    jolt: isSunlit === state.isSunlit ? state.jolt * Math.exp(-dtS / 60) : 0.35,
    drift: Math.min(0.6, state.drift + (0.01 * dtS) / 3600),
  };
}

function stepHeat(state: SpacecraftState, { light, beta }: Environment, dissipatedW: number, dtS: number) {
  const isHeaterOn = state.busTemperature < (state.isHeaterOn ? 0 : -5);
  const busTarget =
    -12 +
    42 * light +
    6 * Math.abs(Math.sin(toRadians(beta))) * light +
    0.08 * (dissipatedW - BUS_AND_PAYLOAD_W) +
    (isHeaterOn ? 12 : 0);
  const arrayTarget = -75 + 135 * light;
  return {
    isHeaterOn,
    busTemperature: state.busTemperature + (busTarget - state.busTemperature) * approach(dtS, 2700),
    arrayTemperature: state.arrayTemperature + (arrayTarget - state.arrayTemperature) * approach(dtS, 480),
  };
}

function stepEfficiency(held: number, isSunlit: boolean, { powerW, potentialW }: ArrayOutput, dtS: number) {
  if (!isSunlit) return held;
  return held + (powerW / potentialW - held) * approach(dtS, EFFICIENCY_TIME_CONSTANT_S);
}

/** The spacecraft after `dtS` seconds (at most about a minute) that end in `environment`. */
export function stepSpacecraft(
  state: SpacecraftState,
  environment: Environment,
  dtS: number,
  random: Random,
): SpacecraftState {
  const isSunlit = environment.light >= 0.5;
  const attitude = stepAttitude(state, isSunlit, dtS, random);
  const link = linkBudget(environment, deviation({ ...state, ...attitude }));
  const dissipatedW = BUS_AND_PAYLOAD_W + (link.isOverStation ? TRANSMITTER_W : 0);
  const heat = stepHeat(state, environment, dissipatedW, dtS);
  const array = arrayOutput(environment, heat.arrayTemperature);
  const surplusW = array.powerW - dissipatedW - (heat.isHeaterOn ? HEATER_W : 0);
  const battery = stepBattery(state.soc, surplusW, heat.busTemperature, dtS);
  return {
    ...attitude,
    ...heat,
    ...battery,
    isSunlit,
    signalStrength: link.signalStrength,
    arrayPowerW: array.powerW,
    arrayEfficiency: stepEfficiency(state.arrayEfficiency, isSunlit, array, dtS),
    downlinkedMb: state.downlinkedMb + downlinkMbPerS(link) * dtS,
  };
}

/** What the sensors say of a state: the truth with their noise. */
export function readSensors(state: SpacecraftState, timestamp: EpochMs, random: Random): TelemetrySample {
  return {
    timestamp,
    batteryVoltage: state.busVoltage + 0.02 * drawNormal(random),
    solarOutput: Math.max(0, state.arrayPowerW * (1 + 0.005 * drawNormal(random))),
    signalStrength: Math.min(100, Math.max(0, state.signalStrength + 0.5 * drawNormal(random))),
    temperature: state.busTemperature + 0.05 * drawNormal(random),
    attitudeStability: deviation(state),
  };
}
