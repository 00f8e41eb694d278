import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';
import { slopePerMin } from '../telemetry-slope.ts';
import type { Indication } from './fault-signatures.ts';

/** The two samples that a change is read from: the last one before the onset (or the first after it), and the newest. */
export interface Span {
  readonly from: TelemetrySample;
  readonly to: TelemetrySample;
  /** How fast the bus warms, °C/min, before the onset and since, where the light has stayed as it was. */
  readonly slopes?: { readonly before: number; readonly now: number } | undefined;
}

/** From this output on the array is in sunlight, whatever is wrong with it. */
const LIT_FROM_W = 5;
export const isLitIn = ({ solarOutput }: TelemetrySample): boolean => solarOutput > LIT_FROM_W;

/** True for a sample in which no reading is missing. */
export const isWhole = (sample: TelemetrySample): boolean => Object.values(sample).every(Number.isFinite);

/** The samples that tell of what happened since an instant; `undefined` where two of them are not at hand. */
export function spanSince(
  since: EpochMs,
  before: TelemetrySample | undefined,
  telemetry: readonly TelemetrySample[],
  slopeBefore?: number,
): Span | undefined {
  const whole = telemetry.filter(isWhole);
  const after = whole.filter(({ timestamp }) => timestamp > since);
  const to = after.at(-1);
  const held = before && isWhole(before) ? before : undefined;
  const from = held ?? whole.findLast(({ timestamp }) => timestamp <= since) ?? after.at(0);
  if (!to || !from || to.timestamp <= from.timestamp) return undefined;
  const isSteady = after.length >= LEAST_SLOPE_SAMPLES && isSameLight([from, ...after]);
  const now = isSteady ? slopePerMin(after, 'temperature') : undefined;
  const slopes = slopeBefore !== undefined && now !== undefined && { before: slopeBefore, now };
  return slopes ? { from, to, slopes } : { from, to };
}

/** Below it the sensor's noise is as large as what a fault does. */
const LEAST_SLOPE_SAMPLES = 8;
/** °C/min, three standard deviations of the difference of two slopes. */
const LEAST_SLOPE_CHANGE = 0.2;

const isSameLight = (samples: readonly TelemetrySample[]): boolean =>
  samples.every((sample) => isLitIn(sample) === isLitIn(samples[0] ?? sample));

/** How fast the bus warms as an instant finds it, °C/min; `undefined` where it is not known or the light has changed. */
export function slopeUntil(time: EpochMs, telemetry: readonly TelemetrySample[]): number | undefined {
  const known = telemetry.filter((sample) => sample.timestamp <= time && isWhole(sample)).slice(-13);
  return isSameLight(known) ? slopePerMin(known, 'temperature') : undefined;
}

/** By how much the bus warms faster than before the onset, °C/min; 0 where that is not above the noise. */
export function clearSlopeChange({ slopes }: Span): number {
  const change = slopes ? slopes.now - slopes.before : 0;
  return Math.abs(change) >= LEAST_SLOPE_CHANGE ? change : 0;
}

/** The least change that is told as one, well above the sensors' noise and what the control loop wanders by. */
const LEAST_CHANGE: Readonly<Record<TelemetryChannel, (from: number) => number>> = {
  batteryVoltage: () => 0.1,
  solarOutput: (from) => Math.max(5, 0.03 * from),
  signalStrength: () => 2.5,
  temperature: () => 0.3,
  attitudeStability: () => 0.3,
};

/** The change of a channel, 0 where it is not above the noise. */
export function clearChange({ from, to }: Span, channel: TelemetryChannel): number {
  const change = to[channel] - from[channel];
  return Math.abs(change) >= LEAST_CHANGE[channel](Math.abs(from[channel])) ? change : 0;
}

/**
 * True where the span shows a sign: a clear change its way and, for what only light can show, in full light throughout.
 * @param light the visible share of the Sun's disc now, where it is known
 */
export function isShown(
  span: Span,
  { channel, direction, needsLight, bySlope }: Indication,
  light = 1,
): boolean {
  const isTold = isLitIn(span.from) && span.to.solarOutput > 0 && light > FULL_LIGHT;
  if (needsLight && !isTold) return false;
  const change = bySlope ? clearSlopeChange(span) : clearChange(span, channel);
  return direction === 'either' ? change !== 0 : direction === 'up' ? change > 0 : change < 0;
}

/** Above it, no part of the array's change is the penumbra's. */
export const FULL_LIGHT = 0.99;
