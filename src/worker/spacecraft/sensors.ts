import type { TelemetrySample } from '../../shared/entities.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Random } from '../random.ts';
import { drawNormal } from '../random.ts';
import { DRIFT_LIMIT } from './attitude.ts';
import { deviation, type SpacecraftState } from './model.ts';

/** The five channels as they are, without noise. */
export const trueReadings = (state: SpacecraftState, timestamp: EpochMs): TelemetrySample => ({
  timestamp,
  batteryVoltage: state.busVoltage,
  solarOutput: state.arrayPowerW,
  signalStrength: state.signalStrength,
  temperature: state.busTemperature,
  attitudeStability: deviation(state),
});

/** One standard deviation of the noise; of the solar output as a share. */
export const SENSOR_NOISE = {
  batteryVoltage: 0.02,
  solarOutput: 0.005,
  signalStrength: 0.5,
  temperature: 0.05,
  attitudeStability: 0.01,
} as const;

/** Readings come in whole multiples of these. */
const SENSOR_STEPS = {
  batteryVoltage: 0.01,
  solarOutput: 0.25,
  signalStrength: 0.1,
  temperature: 0.02,
  attitudeStability: 0.005,
} as const;

/**
 * The calibration error that the sensors have drifted to when their drift has reached `DRIFT_LIMIT`; none right after
 * Calibrate Sensors. The attitude's is the drift itself.
 */
const CALIBRATION_ERROR = {
  batteryVoltage: 0.03,
  solarOutput: 0.006,
  signalStrength: -0.5,
  temperature: 0.15,
} as const;

const quantise = (value: number, step: number): number => Math.round(value / step) * step;

type AdditiveChannel = Exclude<keyof typeof CALIBRATION_ERROR, 'solarOutput'>;

/** A channel that is off by so much however large it is; `age` is the share of the calibration error. */
const sense = (truth: number, channel: AdditiveChannel, age: number, random: Random): number =>
  quantise(
    truth + age * CALIBRATION_ERROR[channel] + SENSOR_NOISE[channel] * drawNormal(random),
    SENSOR_STEPS[channel],
  );

/** What the sensors say of a state: the truth with calibration error and noise, in whole steps. */
export function readSensors(state: SpacecraftState, timestamp: EpochMs, random: Random): TelemetrySample {
  const age = Math.min(1, state.drift / DRIFT_LIMIT);
  const batteryVoltage = sense(state.busVoltage, 'batteryVoltage', age, random);
  const gain = 1 + age * CALIBRATION_ERROR.solarOutput + SENSOR_NOISE.solarOutput * drawNormal(random);
  const signalStrength = sense(state.signalStrength, 'signalStrength', age, random);
  const temperature = sense(state.busTemperature, 'temperature', age, random);
  const attitude = deviation(state) + SENSOR_NOISE.attitudeStability * drawNormal(random);
  return {
    timestamp,
    batteryVoltage,
    solarOutput: quantise(Math.max(0, state.arrayPowerW * gain), SENSOR_STEPS.solarOutput),
    signalStrength: Math.min(100, Math.max(0, signalStrength)),
    temperature,
    attitudeStability: quantise(Math.abs(attitude), SENSOR_STEPS.attitudeStability),
  };
}
