import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { MS_PER_MIN } from '../../shared/units.ts';

const WINDOW_MS = MS_PER_MIN;
const LEAST_SAMPLES = 6;

/**
 * Slope of a channel over the newest minute, in its unit per minute, by least squares; `undefined` with fewer
 * than six samples. With 12 samples the temperature's noise (0.05 °C) gives 0.05 °C/min.
 */
export function slopePerMin(
  telemetry: readonly TelemetrySample[],
  channel: TelemetryChannel,
): number | undefined {
  const whole = telemetry.filter((sample) => Number.isFinite(sample[channel]));
  const newest = whole.at(-1)?.timestamp ?? 0;
  const window = whole.filter(({ timestamp }) => newest - timestamp <= WINDOW_MS);
  if (window.length < LEAST_SAMPLES) return undefined;
  const minutes = window.map(({ timestamp }) => (timestamp - newest) / MS_PER_MIN);
  const values = window.map((sample) => sample[channel]);
  const [meanTime, meanValue] = [mean(minutes), mean(values)];
  const spread = mean(minutes.map((minute) => (minute - meanTime) ** 2));
  const shared = mean(
    minutes.map((minute, index) => (minute - meanTime) * ((values[index] ?? 0) - meanValue)),
  );
  return spread > 0 ? shared / spread : undefined;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
