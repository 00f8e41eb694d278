import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Random } from '../kit/random.ts';
import { drawNormal } from '../kit/random.ts';
import { DRIFT_LIMIT } from './attitude.ts';
import { deviation, type SpacecraftState } from './model.ts';

/** The five channels without noise. */
export const trueReadings = (state: SpacecraftState, timestamp: EpochMs): TelemetrySample => ({
  timestamp,
  batteryVoltage: state.busVoltage,
  solarOutput: state.arrayPowerW,
  signalStrength: state.signalStrength,
  temperature: state.busTemperature,
  attitudeStability: deviation(state),
});

/** Error of a channel's sensor, in the channel's unit; for the solar output, noise and error are relative. */
interface Sensor {
  /** One standard deviation. */
  readonly noise: number;
  /** Resolution of the readings. */
  readonly step: number;
  /**
   * Calibration error at a drift of `DRIFT_LIMIT`; zero right after Calibrate Sensors. For the attitude it is
   * the drift itself.
   */
  readonly calibrationError: number;
}

export const SENSORS = {
  batteryVoltage: { noise: 0.02, step: 0.01, calibrationError: 0.03 },
  solarOutput: { noise: 0.005, step: 0.25, calibrationError: 0.006 },
  signalStrength: { noise: 0.5, step: 0.1, calibrationError: -0.5 },
  temperature: { noise: 0.05, step: 0.02, calibrationError: 0.15 },
  attitudeStability: { noise: 0.01, step: 0.005, calibrationError: 0 },
} as const satisfies Readonly<Record<TelemetryChannel, Sensor>>;

const quantise = (value: number, { step }: Sensor): number => Math.round(value / step) * step;

/** The true value with noise and the share `age` of the calibration error, not rounded. */
const sense = (truth: number, { noise, calibrationError }: Sensor, age: number, random: Random): number =>
  truth + age * calibrationError + noise * drawNormal(random);

/** Readings of the sensors: true values with calibration error and noise, rounded to their resolution. */
export function readSensors(state: SpacecraftState, timestamp: EpochMs, random: Random): TelemetrySample {
  const { batteryVoltage, solarOutput, signalStrength, temperature, attitudeStability } = SENSORS;
  const age = Math.min(1, state.drift / DRIFT_LIMIT);
  const volts = sense(state.busVoltage, batteryVoltage, age, random);
  const gain = sense(1, solarOutput, age, random);
  const percent = sense(state.signalStrength, signalStrength, age, random);
  const celsius = sense(state.busTemperature, temperature, age, random);
  const degreesOff = sense(deviation(state), attitudeStability, age, random);
  return {
    timestamp,
    batteryVoltage: quantise(volts, batteryVoltage),
    solarOutput: quantise(Math.max(0, state.arrayPowerW * gain), solarOutput),
    signalStrength: Math.min(100, Math.max(0, quantise(percent, signalStrength))),
    temperature: quantise(celsius, temperature),
    attitudeStability: quantise(Math.abs(degreesOff), attitudeStability),
  };
}
