import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { rememberLast } from '../../kit/remember.ts';
import { recentSlopePerMin } from '../telemetry/telemetry-slope.ts';
import type { Indication } from './fault-signatures.ts';

/** The two samples of a change: the last before the onset (or the first after it), and the newest. */
export interface ObservedChange {
  readonly from: TelemetrySample;
  readonly to: TelemetrySample;
  /** Bus temperature slope before the onset and since, °C/min, if the illumination has not changed. */
  readonly slopes?: { readonly before: number; readonly now: number } | undefined;
}

/** Array output above which the spacecraft counts as sunlit, with any fault. */
const LIT_FROM_W = 5;
export const isLitIn = ({ solarOutput }: TelemetrySample): boolean => solarOutput > LIT_FROM_W;

/** True if no reading of the sample is missing. */
export function isWhole(sample: TelemetrySample): boolean {
  if (!Number.isFinite(sample.timestamp)) return false;
  for (const channel of TELEMETRY_CHANNELS) if (!Number.isFinite(sample[channel])) return false;
  return true;
}

/** Whole samples of a history; cached because every diagnosis of an instant needs them. */
const wholeOf = rememberLast((telemetry: readonly TelemetrySample[]) => telemetry.filter(isWhole));

/** Returns the samples before and after an instant; `undefined` without both. */
export function spanSince(
  since: EpochMs,
  before: TelemetrySample | undefined,
  telemetry: readonly TelemetrySample[],
  slopeBefore?: number,
): ObservedChange | undefined {
  const whole = wholeOf(telemetry);
  const first = whole.findIndex(({ timestamp }) => timestamp > since);
  const to = first < 0 ? undefined : whole.at(-1);
  const held = before && isWhole(before) ? before : undefined;
  const from = held ?? whole[first - 1] ?? whole[first];
  if (!to || !from || to.timestamp <= from.timestamp) return undefined;
  const now = slopeBefore === undefined ? undefined : slopeSince(from, whole, first);
  return slopeBefore !== undefined && now !== undefined
    ? { from, to, slopes: { before: slopeBefore, now } }
    : { from, to };
}

/** Returns the bus temperature slope after an onset; `undefined` with too few samples or a change of the light. */
function slopeSince(
  from: TelemetrySample,
  whole: readonly TelemetrySample[],
  first: number,
): number | undefined {
  const onset = whole[first];
  if (!onset || isLitIn(from) !== isLitIn(onset)) return undefined;
  return first === 0 ? slopeOfHistory(whole) : steadySlope(whole.slice(first));
}

const steadySlope = (samples: readonly TelemetrySample[]): number | undefined =>
  samples.length >= LEAST_SLOPE_SAMPLES && isSameLight(samples)
    ? recentSlopePerMin(samples, 'temperature')
    : undefined;

/** Slope of a whole history; cached because every diagnosis of a fault older than the history needs it. */
const slopeOfHistory = rememberLast(steadySlope);

/** With fewer samples the slope's noise is as large as a fault's effect. */
const LEAST_SLOPE_SAMPLES = 8;
/** °C/min, three standard deviations of the difference of two slopes. */
const LEAST_SLOPE_CHANGE = 0.2;

const isSameLight = (samples: readonly TelemetrySample[]): boolean =>
  samples.every((sample) => isLitIn(sample) === isLitIn(samples[0] ?? sample));

/**
 * Returns the bus temperature slope up to an instant, °C/min; `undefined` if unknown or if the illumination has
 * changed.
 */
export function slopeUntil(time: EpochMs, telemetry: readonly TelemetrySample[]): number | undefined {
  const known = telemetry.filter((sample) => sample.timestamp <= time && isWhole(sample)).slice(-13);
  return isSameLight(known) ? recentSlopePerMin(known, 'temperature') : undefined;
}

/** Returns the increase of the bus temperature slope since the onset, °C/min; 0 within the noise. */
export function clearSlopeChange({ slopes }: ObservedChange): number {
  const change = slopes ? slopes.now - slopes.before : 0;
  return Math.abs(change) >= LEAST_SLOPE_CHANGE ? change : 0;
}

/** Returns the change of a channel; 0 within the noise. */
export function clearChange({ from, to }: ObservedChange, channel: TelemetryChannel): number {
  const change = to[channel] - from[channel];
  const { leastChange, leastChangeShare = 0 } = CHANNELS[channel];
  const least = Math.max(leastChange, leastChangeShare * Math.abs(from[channel]));
  return Math.abs(change) >= least ? change : 0;
}

/**
 * True if the span shows an indication: a clear change in its direction and, if it needs light, full illumination
 * throughout.
 * @param changeOf the fault's own share of a channel's change
 * @param light visible share of the Sun's disc now, if known
 */
export function isShown(
  span: ObservedChange,
  { channel, direction, needsLight, bySlope }: Indication,
  changeOf: (channel: TelemetryChannel) => number,
  light = 1,
): boolean {
  const isFullyLit = isLitIn(span.from) && span.to.solarOutput > 0 && light > FULL_LIGHT;
  if (needsLight && !isFullyLit) return false;
  const change = bySlope ? clearSlopeChange(span) : changeOf(channel);
  return direction === 'either' ? change !== 0 : direction === 'up' ? change > 0 : change < 0;
}

/** Visible share of the Sun's disc above which penumbra does not affect the array. */
export const FULL_LIGHT = 0.99;
