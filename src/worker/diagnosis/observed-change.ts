import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Sign } from './fault-chains.ts';

/** The two samples that a change is read from: the last one before the onset (or the first after it), and the newest. */
export interface Span {
  readonly from: TelemetrySample;
  readonly to: TelemetrySample;
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
): Span | undefined {
  const whole = telemetry.filter(isWhole);
  const after = whole.filter(({ timestamp }) => timestamp > since);
  const to = after.at(-1);
  const held = before && isWhole(before) ? before : undefined;
  const from = held ?? whole.findLast(({ timestamp }) => timestamp <= since) ?? after.at(0);
  return to && from && to.timestamp > from.timestamp ? { from, to } : undefined;
}

/** The least change that is told as one, well above the sensors' noise and what the control loop wanders by. */
const LEAST_CHANGE: Readonly<Record<TelemetryChannel, (from: number) => number>> = {
  batteryVoltage: () => 0.12,
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
export function isShown(span: Span, { channel, direction, needsLight }: Sign, light = 1): boolean {
  const isTold = isLitIn(span.from) && span.to.solarOutput > 0 && light > FULL_LIGHT;
  if (needsLight && !isTold) return false;
  const change = clearChange(span, channel);
  return direction === 'either' ? change !== 0 : direction === 'up' ? change > 0 : change < 0;
}

/** Above it, no part of the array's change is the penumbra's. */
export const FULL_LIGHT = 0.99;
