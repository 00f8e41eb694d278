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
import { SENSORS } from './sensors.ts';
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

/** What a forecast looks for. */
interface Sought {
  /** All channels by default. */
  readonly channels?: readonly TelemetryChannel[];
  /** Whether the forecast ends with this crossing. */
  readonly isLast?: (crossing: LimitCrossing) => boolean;
}

/**
 * When each channel will first be outside each limit without action, in order of time: the model propagated
 * without noise, in steps of a minute after the first five. A channel that is outside now counts at once.
 */
export function forecastLimits(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  time: EpochMs,
  horizonMs: number,
  { channels = TELEMETRY_CHANNELS, isLast = () => false }: Sought = {},
): readonly LimitCrossing[] {
  const crossings: LimitCrossing[] = [];
  let ahead = channels.flatMap(limitsOf);
  const craft = copyOf(state);
  const isPassed = (limit: ChannelLimit): boolean => sideOf(limit, craft) !== undefined;
  /** Returns whether the last crossing is among those at an instant. */
  const note = (then: EpochMs): boolean => {
    if (!ahead.some(isPassed)) return false;
    const passed = ahead.filter(isPassed);
    ahead = ahead.filter((limit) => !passed.includes(limit));
    const now = passed.map((limit) => crossingOf(limit, craft, then));
    crossings.push(...now);
    return now.some(isLast);
  };
  let isOver = note(time);
  for (let aheadMs = 0; aheadMs < horizonMs && !isOver; ) {
    const stepMs = aheadMs < CLOSE_MS ? STEP_MS : COARSE_STEP_MS;
    aheadMs += stepMs;
    const then = addMs(time, aheadMs);
    const environment = environmentAt(then);
    if (!environment) break;
    stepCraft(craft, environment, then, stepMs / MS_PER_S, undefined);
    isOver = note(then);
  }
  return crossings;
}

/** Both sides of a limit of a channel. */
interface ChannelLimit extends Pick<LimitCrossing, 'channel' | 'level'> {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

const limitsOf = (channel: TelemetryChannel): readonly ChannelLimit[] =>
  LEVELS.map((level) => {
    const { low, high } = CHANNELS[channel].limits[level];
    return { channel, level, low, high };
  });

/** The side of a limit on which a channel is outside; `undefined` within it. */
function sideOf({ channel, low, high }: ChannelLimit, craft: SpacecraftState): 'below' | 'above' | undefined {
  const reading = SENSORS[channel].read(craft, 0);
  if (low !== undefined && reading < low) return 'below';
  return high !== undefined && reading > high ? 'above' : undefined;
}

function crossingOf(passed: ChannelLimit, craft: SpacecraftState, time: EpochMs): LimitCrossing {
  const { channel, level, low = Number.NaN, high = Number.NaN } = passed;
  const isBelow = sideOf(passed, craft) === 'below';
  return { channel, level, limit: isBelow ? low : high, isBelow, time };
}
