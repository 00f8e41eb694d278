import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import { predictedAt } from '../../../shared/contract/predicted-line.ts';
import { TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';

/** How far the predictions with and without a command are apart. */

/** Channels whose difference is looked at. */
export const EFFECT_CHANNELS: readonly HistoryChannel[] = [
  ...TELEMETRY_CHANNELS,
  'stateOfCharge',
  'recorder',
  'downlinked',
];

export interface Compared {
  readonly withIt: LookAhead;
  readonly without: LookAhead;
}

/** A difference of readings that is smaller, in widths of the band, is noise. */
export const LEAST_WEIGHT = 1;

/** Values of a channel with and without the command. */
export function pairAt(
  { withIt, without }: Compared,
  channel: HistoryChannel,
  time: EpochMs,
): readonly [number, number] | undefined {
  const [one, other] = [withIt, without].map(({ channels }) => {
    const line = channels[channel];
    return line && predictedAt(line, time);
  });
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** End of what both predict. */
export const endOf = ({ withIt, without }: Compared): EpochMs => epochMs(Math.min(withIt.to, without.to));

interface Difference {
  readonly channel: HistoryChannel;
  /** Mean difference once it is carried out, in the unit of the session. */
  readonly mean: number;
  /** Largest difference until then. */
  readonly first: number;
  /** Largest difference, in widths of the band; and until it is carried out. */
  readonly weight: number;
  readonly firstWeight: number;
}

/** Returns how far the two predictions of a channel are apart. */
export function differenceOf(
  compared: Compared,
  channel: HistoryChannel,
  from: EpochMs,
): Difference | undefined {
  const line = compared.withIt.channels[channel];
  const other = compared.without.channels[channel];
  if (!line || !other) return undefined;
  let [sum, count, weight, first, firstWeight] = [0, 0, 0, 0, 0];
  for (const [index, time] of line.times.entries()) {
    const without = predictedAt(other, epochMs(time));
    const value = line.values[index];
    if (without === undefined || value === undefined) continue;
    const width = (line.high[index] ?? value) - (line.low[index] ?? value);
    weight = Math.max(weight, Math.abs(value - without) / (width || 1));
    if (time < from) {
      if (Math.abs(value - without) > Math.abs(first)) first = value - without;
      firstWeight = weight;
      continue;
    }
    sum += value - without;
    count += 1;
  }
  return { channel, mean: count > 0 ? sum / count : 0, first, weight, firstWeight };
}
