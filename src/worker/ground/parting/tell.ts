import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { LogEvent } from '../log/log-events.ts';
import { capitalize, channelName, formatRoundedSize, formatUtcTime } from '../telemetry/telemetry-text.ts';
import type { RankedCause } from './causes.ts';
import type { Evidence } from './evidence.ts';
import { expectedAt, type HeldPrediction, placeOf } from './prediction.ts';

/** Readings whose mean is the amount of a parting. */
const MEAN_MS = MS_PER_MIN;

/** Returns by how much the readings of the last minute are off their prediction on average, in the channel's unit. */
export function amountOf(
  { channel, since }: Evidence,
  prediction: HeldPrediction,
  history: readonly TelemetrySample[],
): number {
  const line = prediction.channels[channel];
  const newest = history.at(-1)?.timestamp ?? since;
  const from = Math.max(since, line.times[0] ?? since, addMs(newest, -MEAN_MS));
  const offs = history.flatMap(({ timestamp, [channel]: reading }) =>
    timestamp >= from ? reading - expectedAt(line, placeOf(prediction, timestamp)) : [],
  );
  return offs.reduce((sum, off) => sum + off, 0) / Math.max(1, offs.length);
}

/** "weak battery cell, high cell resistance" */
const listOf = (causes: readonly RankedCause[]): string =>
  causes.map(({ name }) => FAULT_KINDS[name].label).join(', ');

/** Log event of a channel that has left its prediction. */
export function partingEvent(
  { channel, since }: Evidence,
  amount: number,
  causes: readonly RankedCause[],
  time: EpochMs,
): LogEvent {
  const side = amount < 0 ? 'below' : 'above';
  const text = `${capitalize(channelName(channel))} ${formatRoundedSize(channel, amount)} ${side} its prediction since ${formatUtcTime(since)}`;
  const why = causes.length > 0 ? `; possible cause${causes.length > 1 ? 's' : ''}: ${listOf(causes)}` : '';
  return { time, kind: 'Limit', level: 'warning', text: `${text}${why}` };
}
