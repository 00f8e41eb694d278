import type uPlot from 'uplot';
import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { MS_PER_S } from '../../shared/units.ts';

/** A channel's history in uPlot's format: a column of ascending Unix seconds, and one of values. */
export function toChannelColumns(
  history: readonly TelemetrySample[],
  channel: TelemetryChannel,
): uPlot.AlignedData {
  return [history.map(({ timestamp }) => timestamp / MS_PER_S), history.map((sample) => sample[channel])];
}
