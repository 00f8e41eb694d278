import type uPlot from 'uplot';
import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/limits.ts';
import { MS_PER_S } from '../../shared/units.ts';

/** A channel's history as uPlot takes it: a column of Unix seconds, ascending, and one of values. */
export function toChannelColumns(
  history: readonly TelemetrySample[],
  channel: TelemetryChannel,
): uPlot.AlignedData {
  return [history.map(({ timestamp }) => timestamp / MS_PER_S), history.map((sample) => sample[channel])];
}
