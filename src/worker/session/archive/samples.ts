import {
  HISTORY_CHANNELS,
  type HistoryChannel,
  isTelemetryChannel,
  MODEL_CHANNELS,
  type Stretch,
  type StretchQuery,
} from '../../../shared/contract/history.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { MODEL_VALUES } from '../../spacecraft/model-values.ts';
import { type Columns, createColumns } from './columns.ts';
import { createKnownList, type KnownList } from './known-list.ts';

/** The telemetry of a session. */
export interface Samples {
  /** Samples received when taken, with the spacecraft as known from them; a column for each of `HISTORY_CHANNELS`. */
  readonly columns: Columns;
  /** Samples received later: played back from the recorder, or simulated in a jump. Only the five channels. */
  readonly late: KnownList<TelemetrySample>;
}

/** Resolution of each column: that of its sensor; 0 for the model's values. */
export const COLUMN_STEPS: readonly number[] = [
  ...TELEMETRY_CHANNELS.map((channel) => CHANNELS[channel].step),
  ...MODEL_CHANNELS.map(() => 0),
];

export const columnOf = (channel: HistoryChannel): number => HISTORY_CHANNELS.indexOf(channel);

export const createSamples = (): Samples => ({
  columns: createColumns(COLUMN_STEPS),
  late: createKnownList(),
});

/** Adds samples that the ground has received, oldest first, unless already held. */
export function takeSamples(
  { columns, late }: Samples,
  received: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): void {
  const missing = received.filter(({ timestamp }) => !isHeld(timestamp, columns, late));
  const newest = missing.at(-1);
  if (!newest) return;
  const isPrompt = view?.time === newest.timestamp && newest.timestamp > newestTime(columns);
  const lateOnes = isPrompt ? missing.slice(0, -1) : missing;
  for (const sample of lateOnes) late.add(sample, isPrompt ? newest.timestamp : time);
  if (isPrompt) columns.append(newest.timestamp, valuesOf(newest, view));
}

function isHeld(time: EpochMs, columns: Columns, late: KnownList<TelemetrySample>): boolean {
  if (time <= newestTime(columns) && columns.timeAt(columns.indexFrom(time)) === time) return true;
  return late.all().some(({ timestamp }) => timestamp === time);
}

const newestTime = (columns: Columns): number =>
  columns.count() > 0 ? columns.timeAt(columns.count() - 1) : Number.NEGATIVE_INFINITY;

const READERS = HISTORY_CHANNELS.map(
  (channel): ((sample: TelemetrySample, view: SpacecraftView) => number) =>
    isTelemetryChannel(channel) ? (sample) => sample[channel] : (_, view) => MODEL_VALUES[channel](view),
);

const valuesOf = (sample: TelemetrySample, view: SpacecraftView): readonly number[] =>
  READERS.map((read) => read(sample, view));

export const forkSamples = ({ columns, late }: Samples, time: EpochMs): Samples => ({
  columns: columns.fork(time),
  late: late.fork(time),
});

/** Telemetry sample with the spacecraft as known from it. */
export interface ArchivedSample {
  readonly time: EpochMs;
  /** Returns the value in the channel's unit; NaN if there is none: a late sample has only the five channels. */
  value(channel: HistoryChannel): number;
}

/** Yields all samples known at `knownAt` in order of time, beginning no later than the last one up to `time`. */
export function* samplesFrom(
  { columns, late }: Samples,
  time: EpochMs,
  knownAt: EpochMs = epochMs(Number.POSITIVE_INFINITY),
): Generator<ArchivedSample> {
  const lateOnes = inOrder(late.at(knownAt));
  const end = columns.indexAfter(knownAt);
  let index = Math.max(0, columns.indexAfter(time) - 1);
  let lateIndex = Math.max(
    0,
    lateOnes.findLastIndex(({ timestamp }) => timestamp <= time),
  );
  for (;;) {
    const nextLate = lateOnes[lateIndex];
    if (index < end && !(nextLate && nextLate.timestamp < columns.timeAt(index))) {
      yield promptSample(columns, index);
      index += 1;
    } else if (nextLate) {
      yield lateSample(nextLate);
      lateIndex += 1;
    } else return;
  }
}

/** Returns all samples from an instant to before another one, as known at an instant. */
export function samplesOf(
  { columns, late }: Samples,
  { channels, from, to }: StretchQuery,
  knownAt: EpochMs,
): Stretch['samples'] {
  const end = Math.min(columns.indexFrom(to), columns.indexAfter(knownAt));
  const prompt: ArchivedSample[] = [];
  for (let index = columns.indexFrom(from); index < end; index++) prompt.push(promptSample(columns, index));
  const lateOnes = late.at(knownAt).filter(({ timestamp }) => timestamp >= from && timestamp < to);
  const all = [...prompt, ...lateOnes.map(lateSample)].sort((a, b) => a.time - b.time);
  return {
    times: Float64Array.from(all, ({ time }) => time),
    values: Object.fromEntries(
      channels.map((channel) => [channel, Float64Array.from(all, ({ value }) => value(channel))]),
    ),
  };
}

export const inOrder = (samples: readonly TelemetrySample[]): readonly TelemetrySample[] =>
  [...samples].sort((a, b) => a.timestamp - b.timestamp);

const promptSample = (columns: Columns, index: number): ArchivedSample => ({
  time: columns.timeAt(index),
  value: (channel) => columns.valueAt(columnOf(channel), index),
});

const lateSample = (sample: TelemetrySample): ArchivedSample => ({
  time: sample.timestamp,
  value: (channel) => (isTelemetryChannel(channel) ? sample[channel] : Number.NaN),
});
