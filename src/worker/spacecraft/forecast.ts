import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
} from '../../shared/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';
import type { EnvironmentAt } from './environment.ts';
import { copyOf, type SpacecraftState } from './model.ts';
import { COARSE_STEP_MS, STEP_MS } from './propagate.ts';
import { trueReadings } from './sensors.ts';
import { stepCraft } from './step.ts';

/** A channel leaves its limits. */
export interface LimitCrossing {
  readonly channel: TelemetryChannel;
  readonly level: Extract<TelemetryLevel, 'warning' | 'critical'>;
  /** The limit, in the channel's unit. */
  readonly limit: number;
  readonly isBelow: boolean;
  readonly time: EpochMs;
}

/** First part of a forecast, propagated in the model's own steps for immediate effects. */
const CLOSE_MS = 5 * MS_PER_MIN;
const LEVELS = ['warning', 'critical'] as const;

/**
 * When each channel will first be outside each limit without action, in order of time: the model propagated
 * without noise, in steps of a minute after the first five. A channel that is outside now counts at once.
 * Stops at the crossing that is looked for, if any.
 */
export function forecastLimits(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  time: EpochMs,
  horizonMs: number,
  isLast: (crossing: LimitCrossing) => boolean = () => false,
): readonly LimitCrossing[] {
  const crossings: LimitCrossing[] = [];
  const craft = copyOf(state);
  note(crossings, craft, time);
  for (let aheadMs = 0; aheadMs < horizonMs && !crossings.some(isLast); ) {
    const stepMs = aheadMs < CLOSE_MS ? STEP_MS : COARSE_STEP_MS;
    aheadMs += stepMs;
    const then = addMs(time, aheadMs);
    const environment = environmentAt(then);
    if (!environment) break;
    stepCraft(craft, environment, then, stepMs / MS_PER_S, undefined);
    note(crossings, craft, then);
  }
  return crossings;
}

function note(crossings: LimitCrossing[], craft: SpacecraftState, time: EpochMs): void {
  const readings = trueReadings(craft, time);
  for (const channel of TELEMETRY_CHANNELS) {
    for (const level of LEVELS) {
      const { low, high } = CHANNELS[channel].limits[level];
      const isBelow = low !== undefined && readings[channel] < low;
      const limit = isBelow ? low : high;
      if (limit === undefined || !(isBelow || readings[channel] > limit)) continue;
      if (crossings.some((known) => known.channel === channel && known.level === level)) continue;
      crossings.push({ channel, level, limit, isBelow, time });
    }
  }
}
