import type { TelemetrySample } from '../shared/entities.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../shared/limits.ts';

/** A level that noise at a limit does not move. A reading that is no number moves it neither. */
export type SettledLevel = Exclude<TelemetryLevel, 'unknown'>;
export type SettledLevels = Readonly<Record<TelemetryChannel, SettledLevel>>;

/**
 * How far a reading must lie inside a limit for its channel to count as back, in the channel's unit: at least four
 * standard deviations of the sensor's noise (attitude: two of what the control loop wanders by).
 */
const DEAD_BAND: Readonly<Record<TelemetryChannel, number>> = {
  batteryVoltage: 0.15,
  solarOutput: 0,
  signalStrength: 2,
  temperature: 0.5,
  attitudeStability: 0.2,
};

const RANK = { nominal: 0, warning: 1, critical: 2 } as const;
const worse = (one: SettledLevel, other: SettledLevel): SettledLevel =>
  RANK[one] >= RANK[other] ? one : other;

/** The plain level, for a reading of which nothing is known from before. */
export function firstLevel(channel: TelemetryChannel, value: number): SettledLevel {
  const level = telemetryLevel(channel, value);
  return level === 'unknown' ? 'nominal' : level;
}

/** The level after a reading: worse at once, better only once the reading lies inside by the dead band. */
export function settleLevel(channel: TelemetryChannel, held: SettledLevel, value: number): SettledLevel {
  if (!Number.isFinite(value)) return held;
  const level = firstLevel(channel, value);
  if (RANK[level] >= RANK[held]) return level;
  const band = DEAD_BAND[channel];
  const least = worse(firstLevel(channel, value - band), firstLevel(channel, value + band));
  return RANK[least] < RANK[held] ? least : held;
}

/** All channels after a sample: the very levels that were given if none has moved. */
export function settleLevels(held: SettledLevels | undefined, sample: TelemetrySample): SettledLevels {
  const levels = {} as Record<TelemetryChannel, SettledLevel>;
  for (const channel of TELEMETRY_CHANNELS) {
    const value = sample[channel];
    levels[channel] = held ? settleLevel(channel, held[channel], value) : firstLevel(channel, value);
  }
  return held && TELEMETRY_CHANNELS.every((channel) => levels[channel] === held[channel]) ? held : levels;
}
