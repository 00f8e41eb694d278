import { MS_PER_MIN } from '../kit/units.ts';
import type { TelemetrySample } from './entities.ts';
import type { TelemetryChannel } from './telemetry-channels.ts';

/** Returns the least-squares slope of a channel, in its unit per minute; `undefined` with fewer than two instants. */
export function slopePerMin(
  samples: readonly TelemetrySample[],
  channel: TelemetryChannel,
): number | undefined {
  const newest = samples.at(-1)?.timestamp ?? 0;
  const minutesOf = ({ timestamp }: TelemetrySample): number => (timestamp - newest) / MS_PER_MIN;
  let [times, values] = [0, 0];
  for (const sample of samples) {
    times += minutesOf(sample);
    values += sample[channel];
  }
  const [meanTime, meanValue] = [times / samples.length, values / samples.length];
  let [spread, shared] = [0, 0];
  for (const sample of samples) {
    const minutes = minutesOf(sample) - meanTime;
    spread += minutes ** 2;
    shared += minutes * (sample[channel] - meanValue);
  }
  [spread, shared] = [spread / samples.length, shared / samples.length];
  return spread > 0 ? shared / spread : undefined;
}
