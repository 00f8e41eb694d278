import type { TelemetrySample } from '../../shared/entities/entities.ts';
import { CHANNELS, mapChannels, type TelemetryChannel } from '../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import { drawNormal, type Streams } from '../kit/random.ts';
import { rememberLast } from '../kit/remember.ts';
import { DRIFT_LIMIT } from './attitude.ts';
import { deviation, type SpacecraftState } from './model.ts';

/** Sensor of a channel; in the channel's unit, or relative for the solar output. */
interface Sensor {
  /** One standard deviation. */
  readonly noise: number;
  /**
   * Calibration error at a drift of `DRIFT_LIMIT`; zero right after Calibrate Sensors. For the attitude it is
   * the drift itself.
   */
  readonly calibrationError: number;
  /** Returns the reading with this error; the true value with an error of 0. */
  readonly read: (state: SpacecraftState, error: number) => number;
}

export const SENSORS = {
  batteryVoltage: {
    noise: 0.02,
    calibrationError: 0.03,
    read: ({ busVoltage }, error) => busVoltage + error,
  },
  solarOutput: {
    noise: 0.005,
    calibrationError: 0.006,
    read: ({ arrayPowerW }, error) => arrayPowerW * (1 + error),
  },
  signalStrength: {
    noise: 0.5,
    calibrationError: -0.5,
    read: ({ signalStrength }, error) => signalStrength + error,
  },
  temperature: {
    noise: 0.05,
    calibrationError: 0.15,
    read: ({ busTemperature }, error) => busTemperature + error,
  },
  attitudeStability: {
    noise: 0.01,
    calibrationError: 0,
    read: (state, error) => Math.abs(deviation(state) + error),
  },
} as const satisfies Readonly<Record<TelemetryChannel, Sensor>>;

/** Returns the channels without noise. */
export const trueReadings = (state: SpacecraftState, timestamp: EpochMs): TelemetrySample => ({
  timestamp,
  ...mapChannels((channel) => SENSORS[channel].read(state, 0)),
});

/** Returns a sensor with the random stream of its noise and the bounds of its readings. */
function noisySensor(channel: TelemetryChannel, streams: Streams) {
  const { noise, calibrationError, read }: Sensor = SENSORS[channel];
  const { step, range } = CHANNELS[channel];
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = range;
  return { stream: streams(`noise:${channel}`), noise, step, calibrationError, read, low, high };
}
type NoisySensor = ReturnType<typeof noisySensor>;

const noisySensorsOf = rememberLast((streams: Streams) =>
  mapChannels((channel) => noisySensor(channel, streams)),
);

/** Reads the sensors: true values with calibration error and noise, rounded to their resolution. */
export function readSensors(state: SpacecraftState, timestamp: EpochMs, streams: Streams): TelemetrySample {
  const age = Math.min(1, state.drift / DRIFT_LIMIT);
  const sensors = noisySensorsOf(streams);
  const readingOf = ({ stream, noise, step, calibrationError, read, low, high }: NoisySensor): number => {
    const draw = drawNormal(stream.at(timestamp));
    const reading = read(state, age * calibrationError + noise * draw);
    return Math.min(high, Math.max(low, Math.round(reading / step) * step));
  };
  // Fields are listed, because adding them in a loop takes longer than the readings.
  return {
    timestamp,
    batteryVoltage: readingOf(sensors.batteryVoltage),
    solarOutput: readingOf(sensors.solarOutput),
    signalStrength: readingOf(sensors.signalStrength),
    temperature: readingOf(sensors.temperature),
    attitudeStability: readingOf(sensors.attitudeStability),
  };
}
