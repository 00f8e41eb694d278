import type { TelemetryChannel } from '../../shared/limits.ts';

/** Display of a telemetry channel. */
export interface ChannelDisplay {
  readonly name: string;
  readonly unit: string;
  /** The unit as a word, for screen readers. */
  readonly spokenUnit: string;
  readonly decimals: number;
  /** Step of the chart's scale, which shows at least two, so that noise stays small. */
  readonly scaleStep: number;
  /** Lower bound of all readings. */
  readonly floor?: number;
  /** A slope below this, in units per minute, is noise and shows as steady. */
  readonly steadyPerMin: number;
}

export const CHANNEL_DISPLAYS: Readonly<Record<TelemetryChannel, ChannelDisplay>> = {
  batteryVoltage: {
    name: 'Battery voltage',
    unit: 'V',
    spokenUnit: 'volts',
    decimals: 2,
    scaleStep: 1,
    steadyPerMin: 0.03,
  },
  solarOutput: {
    name: 'Solar output',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    scaleStep: 50,
    floor: 0,
    steadyPerMin: 6,
  },
  signalStrength: {
    name: 'Signal strength',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 1,
    scaleStep: 5,
    floor: 0,
    steadyPerMin: 0.7,
  },
  temperature: {
    name: 'Temperature',
    unit: '°C',
    spokenUnit: 'degrees Celsius',
    decimals: 1,
    scaleStep: 5,
    steadyPerMin: 0.1,
  },
  attitudeStability: {
    name: 'Attitude deviation',
    unit: '°',
    spokenUnit: 'degrees',
    decimals: 2,
    scaleStep: 0.5,
    floor: 0,
    steadyPerMin: 0.12,
  },
};
