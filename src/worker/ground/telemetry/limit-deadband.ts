import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';

/** Limit level with hysteresis: neither noise at a limit nor a non-finite reading changes it. */
export type LimitState = Exclude<TelemetryLevel, 'unknown'>;
export type LimitStates = Readonly<Record<TelemetryChannel, LimitState>>;

const RANK = { nominal: 0, warning: 1, critical: 2 } as const;
const worse = (one: LimitState, other: LimitState): LimitState => (RANK[one] >= RANK[other] ? one : other);

/** Returns the level of a reading without a previous state. */
export function initialState(channel: TelemetryChannel, value: number): LimitState {
  const level = telemetryLevel(channel, value);
  return level === 'unknown' ? 'nominal' : level;
}

/** Returns the level after a reading: it worsens at once and improves only inside the deadband. */
export function applyDeadband(channel: TelemetryChannel, held: LimitState, value: number): LimitState {
  if (!Number.isFinite(value)) return held;
  const level = initialState(channel, value);
  if (RANK[level] >= RANK[held]) return level;
  const band = CHANNELS[channel].deadband;
  const least = worse(initialState(channel, value - band), initialState(channel, value + band));
  return RANK[least] < RANK[held] ? least : held;
}

/** Returns the levels of all channels after a sample; the given ones if none has changed. */
export function applyDeadbands(held: LimitStates | undefined, sample: TelemetrySample): LimitStates {
  const levels = {} as Record<TelemetryChannel, LimitState>;
  for (const channel of TELEMETRY_CHANNELS) {
    const value = sample[channel];
    levels[channel] = held ? applyDeadband(channel, held[channel], value) : initialState(channel, value);
  }
  return held && TELEMETRY_CHANNELS.every((channel) => levels[channel] === held[channel]) ? held : levels;
}
