import type { TelemetrySample } from '../shared/entities.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../shared/limits.ts';

/** A level that noise at a limit does not move. A reading that is no number moves it neither. */
export type LimitState = Exclude<TelemetryLevel, 'unknown'>;
export type LimitStates = Readonly<Record<TelemetryChannel, LimitState>>;

/**
 * How far a reading must lie inside a limit for its channel to count as back, in the channel's unit: at least four
 * standard deviations of the sensor's noise (attitude: two of what the control loop wanders by).
 */
const DEADBAND: Readonly<Record<TelemetryChannel, number>> = {
  batteryVoltage: 0.15,
  solarOutput: 0,
  signalStrength: 2,
  temperature: 0.5,
  attitudeStability: 0.2,
};

const RANK = { nominal: 0, warning: 1, critical: 2 } as const;
const worse = (one: LimitState, other: LimitState): LimitState => (RANK[one] >= RANK[other] ? one : other);

/** The plain level, for a reading of which nothing is known from before. */
export function initialState(channel: TelemetryChannel, value: number): LimitState {
  const level = telemetryLevel(channel, value);
  return level === 'unknown' ? 'nominal' : level;
}

/** The level after a reading: worse at once, better only once the reading lies inside by the deadband. */
export function applyDeadband(channel: TelemetryChannel, held: LimitState, value: number): LimitState {
  if (!Number.isFinite(value)) return held;
  const level = initialState(channel, value);
  if (RANK[level] >= RANK[held]) return level;
  const band = DEADBAND[channel];
  const least = worse(initialState(channel, value - band), initialState(channel, value + band));
  return RANK[least] < RANK[held] ? least : held;
}

/** All channels after a sample: the very levels that were given if none has moved. */
export function applyDeadbands(held: LimitStates | undefined, sample: TelemetrySample): LimitStates {
  const levels = {} as Record<TelemetryChannel, LimitState>;
  for (const channel of TELEMETRY_CHANNELS) {
    const value = sample[channel];
    levels[channel] = held ? applyDeadband(channel, held[channel], value) : initialState(channel, value);
  }
  return held && TELEMETRY_CHANNELS.every((channel) => levels[channel] === held[channel]) ? held : levels;
}
