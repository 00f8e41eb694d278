import {
  type ChannelHistory,
  type History,
  type HistoryChannel,
  type HistoryQuery,
  isTelemetryChannel,
} from '../../../shared/contract/history.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { TELEMETRY_PERIODS_MS } from '../../../shared/entities/telemetry-rate.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Columns, Extremes } from './columns.ts';
import { columnOf, inOrder, type Samples } from './samples.ts';

/** Points that draw a pixel column like all its samples: the first, lowest, highest and last. */
const POINTS_PER_COLUMN = 4;
/** Telemetry has a gap between samples further apart than the longest sample period. */
export const LONGEST_PERIOD_MS = Math.max(...Object.values(TELEMETRY_PERIODS_MS));

interface LinePoint {
  readonly time: number;
  readonly value: number;
}

/** Known samples that a query covers, the same for all channels. */
interface QueriedSamples extends HistoryQuery {
  readonly samples: Columns;
  /** Indices of the samples within the span, `end` excluded. */
  readonly begin: number;
  readonly end: number;
  /** Number of known samples. */
  readonly known: number;
  /** Index of the first sample of each pixel column, and `end`; empty if there are few samples. */
  readonly firsts: Uint32Array;
  /** Late samples within the span and the nearest on either side, in order of time. */
  readonly late: readonly TelemetrySample[];
}

export function queryHistory(samples: Samples, query: HistoryQuery, knownAt: EpochMs): History {
  const { channels, from, to } = query;
  const span = openSpan(samples, query, knownAt);
  return {
    from,
    to,
    channels: Object.fromEntries(channels.map((channel) => [channel, lineOf(span, channel)])),
  };
}

function openSpan(
  { columns: samples, late }: Samples,
  query: HistoryQuery,
  knownAt: EpochMs,
): QueriedSamples {
  const { from, to, columns } = query;
  const known = samples.indexAfter(knownAt);
  const begin = Math.min(known, samples.indexFrom(from));
  const end = Math.max(begin, Math.min(known, samples.indexAfter(to)));
  const isDense = end - begin > POINTS_PER_COLUMN * columns;
  const lateKnown = inOrder(late.at(knownAt));
  const lateBegin = lateKnown.findLastIndex(({ timestamp }) => timestamp < from);
  const lateEnd = lateKnown.findIndex(({ timestamp }) => timestamp > to);
  return {
    ...query,
    samples,
    begin,
    end,
    known,
    firsts: isDense ? findFirsts(samples, query, begin, end) : new Uint32Array(),
    late: lateKnown.slice(Math.max(0, lateBegin), lateEnd < 0 ? undefined : lateEnd + 1),
  };
}

/** Returns the pixel column of an instant within the span. */
const pixelOf = ({ from, to, columns }: HistoryQuery, time: number): number =>
  Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns));

function findFirsts(samples: Columns, query: HistoryQuery, begin: number, end: number): Uint32Array {
  const { from, to, columns } = query;
  const firsts = new Uint32Array(columns + 1);
  for (let pixel = 0; pixel <= columns; pixel++) {
    let first = Math.min(end, samples.indexFrom((from + (pixel / columns) * (to - from)) as EpochMs));
    // Rounding may have put the border on the wrong side of a sample.
    while (first < end && pixelOf(query, samples.timeAt(first)) < pixel) first += 1;
    while (first > begin && pixelOf(query, samples.timeAt(first - 1)) >= pixel) first -= 1;
    firsts[pixel] = first;
  }
  return firsts;
}

function lineOf(span: QueriedSamples, channel: HistoryChannel): ChannelHistory {
  const { samples, begin, end, known, firsts, late, from, to } = span;
  const column = columnOf(channel);
  const latePoints = isTelemetryChannel(channel)
    ? late.map((sample): LinePoint => ({ time: sample.timestamp, value: sample[channel] }))
    : [];
  const before = [
    ...latePoints.filter(({ time }) => time < from),
    ...(begin > 0 ? [pointAt(samples, column, begin - 1)] : []),
  ].reduce<LinePoint | undefined>((a, b) => (a && a.time > b.time ? a : b), undefined);
  const inside = latePoints.filter(({ time }) => time >= from && time <= to);
  const after = [
    ...latePoints.filter(({ time }) => time > to),
    ...(end < known ? [pointAt(samples, column, end)] : []),
  ].reduce<LinePoint | undefined>((a, b) => (a && a.time < b.time ? a : b), undefined);

  const pixels = firsts.length - 1;
  const capacity = pixels > 0 ? POINTS_PER_COLUMN * pixels : end - begin + inside.length;
  const line = createLine(capacity + 2);
  if (before) line.add(before.time, before.value);
  if (pixels > 0) drawPixels(span, column, inside, line);
  else {
    let next = 0;
    for (let index = begin; index < end; index++) {
      const time = samples.timeAt(index);
      for (let point = inside[next]; point && point.time < time; point = inside[++next]) {
        line.add(point.time, point.value);
      }
      line.add(time, samples.valueAt(column, index));
    }
    for (const { time, value } of inside.slice(next)) line.add(time, value);
  }
  if (after) line.add(after.time, after.value);
  return line.finish();
}

/** Adds the first, lowest, highest and last sample of each pixel column. */
function drawPixels(
  span: QueriedSamples,
  column: number,
  late: readonly LinePoint[],
  line: LineBuilder,
): void {
  const { samples, firsts } = span;
  const found: Extremes = { lowest: 0, low: 0, highest: 0, high: 0 };
  let nextLate = 0;
  for (let pixel = 0; pixel + 1 < firsts.length; pixel++) {
    const first = firsts[pixel] as number;
    const end = firsts[pixel + 1] as number;
    const last = end - 1;
    if (first < end) samples.findExtremes(column, first, end, found);
    const one = Math.min(found.low, found.high);
    const other = Math.max(found.low, found.high);
    const lateOnes: LinePoint[] = [];
    for (let point = late[nextLate]; point && pixelOf(span, point.time) === pixel; point = late[nextLate]) {
      lateOnes.push(point);
      nextLate += 1;
    }
    if (lateOnes.length > 0) {
      const prompt = first < end ? [first, one, other, last] : [];
      const points = prompt.map((index) => pointAt(samples, column, index));
      for (const [index, { time, value }] of firstLowestHighestLast([...points, ...lateOnes]).entries()) {
        line.add(time, value, index === 0);
      }
    } else if (first < end) {
      line.add(samples.timeAt(first), samples.valueAt(column, first));
      if (one > first) line.add(samples.timeAt(one), samples.valueAt(column, one), false);
      if (other > one) line.add(samples.timeAt(other), samples.valueAt(column, other), false);
      if (last > other) line.add(samples.timeAt(last), samples.valueAt(column, last), false);
    }
  }
}

const pointAt = (samples: Columns, column: number, index: number): LinePoint => ({
  time: samples.timeAt(index),
  value: samples.valueAt(column, index),
});

/** Selects these points, each once, in order of time. */
function firstLowestHighestLast(points: readonly LinePoint[]): readonly LinePoint[] {
  const sorted = [...points].sort((a, b) => a.time - b.time);
  const lowest = sorted.reduce((low, point) => (point.value < low.value ? point : low));
  const highest = sorted.reduce((high, point) => (point.value > high.value ? point : high));
  const [first, last] = [sorted[0], sorted.at(-1)];
  return sorted.filter(
    (point, index) =>
      point.time !== sorted[index - 1]?.time &&
      [first, lowest, highest, last].some((kept) => kept?.time === point.time),
  );
}

/** A line with a break at each gap. */
interface LineBuilder {
  /** Adds a sample, after a break if telemetry has a gap; `isNext` false suppresses the break. */
  add(time: number, value: number, isNext?: boolean): void;
  finish(): ChannelHistory;
}

function createLine(capacity: number): LineBuilder {
  // At worst there is a gap before each point.
  const times = new Float64Array(2 * capacity);
  const values = new Float64Array(2 * capacity);
  let length = 0;
  let last = Number.POSITIVE_INFINITY;
  return {
    add(time, value, isNext = true) {
      if (isNext && time - last > LONGEST_PERIOD_MS) {
        times[length] = (last + time) / 2;
        values[length] = Number.NaN;
        length += 1;
      }
      times[length] = time;
      values[length] = value;
      length += 1;
      last = time;
    },
    finish: () => ({ times: times.slice(0, length), values: values.slice(0, length) }),
  };
}
