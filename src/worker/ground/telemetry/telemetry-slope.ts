import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { slopePerMin } from '../../../shared/entities/telemetry-slope.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';

const WINDOW_MS = MS_PER_MIN;
const LEAST_SAMPLES = 6;

/**
 * Returns the slope of a channel over the newest minute, in its unit per minute; `undefined` with fewer than six
 * samples. With 12 samples, the temperature noise of 0.05 °C amounts to 0.05 °C/min.
 */
export function recentSlopePerMin(
  telemetry: readonly TelemetrySample[],
  channel: TelemetryChannel,
): number | undefined {
  const whole = telemetry.filter((sample) => Number.isFinite(sample[channel]));
  const newest = whole.at(-1)?.timestamp ?? 0;
  const window = whole.filter(({ timestamp }) => newest - timestamp <= WINDOW_MS);
  return window.length < LEAST_SAMPLES ? undefined : slopePerMin(window, channel);
}
