import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  isByDesign,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';

/** Limit level with hysteresis: neither noise at a limit nor a non-finite reading changes it. */
export type LimitState = Exclude<TelemetryLevel, 'unknown'>;

const RANK = { nominal: 0, warning: 1, critical: 2 } as const;

export const isWorse = (one: LimitState, other: LimitState): boolean => RANK[one] > RANK[other];
export const worse = (one: LimitState, other: LimitState): LimitState => (isWorse(other, one) ? other : one);
export const better = (one: LimitState, other: LimitState): LimitState => (isWorse(other, one) ? one : other);

/** Returns the level of a reading without a previous state; one that its mode causes by design is nominal. */
export function initialState(
  channel: TelemetryChannel,
  value: number,
  mode: SpacecraftMode = 'NOMINAL',
): LimitState {
  const level = telemetryLevel(channel, value);
  return level === 'unknown' || isByDesign(channel, value, mode) ? 'nominal' : level;
}

/** Returns the level after a reading: it worsens at once and improves only inside the deadband. */
export function applyDeadband(
  channel: TelemetryChannel,
  held: LimitState,
  value: number,
  mode: SpacecraftMode = 'NOMINAL',
): LimitState {
  if (!Number.isFinite(value)) return held;
  const level = initialState(channel, value, mode);
  if (!isWorse(held, level)) return level;
  const band = CHANNELS[channel].deadband;
  const least = worse(initialState(channel, value - band, mode), initialState(channel, value + band, mode));
  return isWorse(held, least) ? least : held;
}
