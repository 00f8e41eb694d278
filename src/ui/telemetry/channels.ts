import type { TelemetryChannel } from '../../shared/limits.ts';

/** How a telemetry channel is shown. */
export interface ChannelDisplay {
  readonly name: string;
  readonly unit: string;
  /** The unit as a word, for those who hear it. */
  readonly spokenUnit: string;
  readonly decimals: number;
  /** What the chart's scale shows at least, in the channel's unit: the operating range and the nearest limits. */
  readonly range: readonly [low: number, high: number];
  /** A slope below this, in units a minute, is noise and shows as steady. */
  readonly steadyPerMin: number;
}

export const CHANNEL_DISPLAYS: Readonly<Record<TelemetryChannel, ChannelDisplay>> = {
  batteryVoltage: {
    name: 'Battery voltage',
    unit: 'V',
    spokenUnit: 'volts',
    decimals: 2,
    range: [19, 30],
    steadyPerMin: 0.03,
  },
  solarOutput: {
    name: 'Solar output',
    unit: 'W',
    spokenUnit: 'watts',
    decimals: 0,
    range: [0, 800],
    steadyPerMin: 6,
  },
  signalStrength: {
    name: 'Signal strength',
    unit: '%',
    spokenUnit: 'percent',
    decimals: 1,
    range: [35, 100],
    steadyPerMin: 0.7,
  },
  temperature: {
    name: 'Temperature',
    unit: '°C',
    spokenUnit: 'degrees Celsius',
    decimals: 1,
    range: [-30, 50],
    steadyPerMin: 0.1,
  },
  attitudeStability: {
    name: 'Attitude deviation',
    unit: '°',
    spokenUnit: 'degrees',
    decimals: 2,
    range: [0, 3.5],
    steadyPerMin: 0.12,
  },
};
