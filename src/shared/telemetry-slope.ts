import type { TelemetrySample } from './entities.ts';
import type { TelemetryChannel } from './telemetry-channels.ts';
import { MS_PER_MIN } from './units.ts';

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Least-squares slope of a channel, in its unit per minute; `undefined` with fewer than two instants. */
export function slopePerMin(
  samples: readonly TelemetrySample[],
  channel: TelemetryChannel,
): number | undefined {
  const newest = samples.at(-1)?.timestamp ?? 0;
  const minutes = samples.map(({ timestamp }) => (timestamp - newest) / MS_PER_MIN);
  const values = samples.map((sample) => sample[channel]);
  const [meanTime, meanValue] = [mean(minutes), mean(values)];
  const spread = mean(minutes.map((minute) => (minute - meanTime) ** 2));
  const shared = mean(
    minutes.map((minute, index) => (minute - meanTime) * ((values[index] ?? 0) - meanValue)),
  );
  return spread > 0 ? shared / spread : undefined;
}
