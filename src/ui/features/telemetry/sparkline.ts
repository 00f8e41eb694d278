import type { EclipseTransition } from '../../../shared/contract/contact-plan.ts';
import type { ChannelHistory } from '../../../shared/contract/history.ts';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { partOf } from '../../../shared/contract/predicted-line.ts';
import { TELEMETRY_HISTORY_LENGTH, TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { chartRange, limitBands } from './limit-bands.ts';

export interface SparklineReading {
  readonly time: EpochMs;
  readonly value: number;
}

/** A channel over a span, in a box of 100 by 100: the span ends at the right edge, the highest value is at the top. */
export interface Sparkline {
  /** SVG path, with gaps where telemetry has them. */
  readonly path: string;
  /** The newest value; absent if there is none. */
  readonly newest: { readonly x: number; readonly y: number } | undefined;
  readonly bands: readonly {
    readonly level: 'warning' | 'critical';
    readonly y: number;
    readonly height: number;
  }[];
  readonly eclipses: readonly { readonly x: number; readonly width: number }[];
  /** What is predicted; absent if nothing is. */
  readonly ahead?: {
    /** SVG paths of the line and of its band. */
    readonly path: string;
    readonly band: string;
  };
  /** What was predicted of readings that have left it: SVG paths of the line and of its band. */
  readonly parted?: { readonly path: string; readonly band: string };
  /** Values of its lower and upper edge, in the channel's unit. */
  readonly range: readonly [low: number, high: number];
  /** Known values, oldest first. */
  readonly readings: readonly SparklineReading[];
}

const BOX = 100;
/** One orbit. */
const LONGEST_MS = 93 * MS_PER_MIN;
/** What the charts show of the future. */
export const AHEAD_MS = LONGEST_MS;
/** Time span of the newest samples. */
const SHORTEST_MS = (TELEMETRY_HISTORY_LENGTH - 1) * TELEMETRY_PERIOD_MS;

const round = (value: number): number => Math.round(100 * value) / 100;

/** Returns the past orbit, or as much of it as the session covers. */
export function sparkSpan(newest: EpochMs, sessionStart: EpochMs): TimeRange {
  const lengthMs = Math.min(Math.max(newest - sessionStart, SHORTEST_MS), LONGEST_MS);
  return { from: addMs(newest, -lengthMs), to: newest };
}

/** `95 s`, `42 min` */
export function spanText({ from, to }: TimeRange): string {
  const ms = to - from;
  return ms < 2 * MS_PER_MIN ? `${Math.round(ms / MS_PER_S)} s` : `${Math.round(ms / MS_PER_MIN)} min`;
}

/** A longer gap between the history and the newest samples, which occurs at high rates, is shown as one. */
const GAP_MS = 3 * MS_PER_MIN;

/** Joins the session's history with the newest samples after it. */
function readingsOf(
  history: ChannelHistory | undefined,
  samples: readonly TelemetrySample[],
  channel: TelemetryChannel,
): readonly SparklineReading[] {
  const firstSample = samples[0]?.timestamp ?? Number.POSITIVE_INFINITY;
  const earlier = Array.from(history?.times ?? [], (time, index) => ({
    time: epochMs(time),
    value: history?.values[index] ?? Number.NaN,
  }));
  const before = earlier.filter(({ time }) => time < firstSample);
  const last = before.at(-1);
  return [
    ...before,
    ...(last && firstSample - last.time > GAP_MS ? [{ time: last.time, value: Number.NaN }] : []),
    ...samples.map((sample) => ({ time: sample.timestamp, value: sample[channel] })),
  ];
}

function eclipsesIn(
  transitions: readonly EclipseTransition[],
  { from, to }: TimeRange,
  toX: (time: number) => number,
): Sparkline['eclipses'] {
  const starts = transitions.findLast(({ time }) => time <= from);
  const within = transitions.filter(({ time }) => time > from && time < to);
  const changes = [{ time: from, isEclipsed: starts?.isEclipsed ?? false }, ...within];
  return changes.flatMap(({ time, isEclipsed }, index) => {
    if (!isEclipsed) return [];
    const x = toX(time);
    return [{ x, width: round(toX(changes[index + 1]?.time ?? to) - x) }];
  });
}

/** A small chart shows only the curve, as large as possible: without distant limits. */
const UNLIMITED = { warning: {}, critical: {} };

/** What a chart shows. */
interface Charted {
  /** What has been. */
  readonly span: TimeRange;
  /** The box: begins with the span, and ends with it or later. */
  readonly axis: TimeRange;
  /** History of the span, replaced by samples from where they begin. */
  readonly past: ChannelHistory | undefined;
  /** What is predicted for the rest of the axis. */
  readonly coming?: PredictedChannel | undefined;
  /** What was predicted of readings that have left it. */
  readonly parted?: PredictedChannel | undefined;
  readonly samples: readonly TelemetrySample[];
  readonly transitions?: readonly EclipseTransition[] | undefined;
}

/** @param hasLimits whether its scale reaches to the nearest limit */
export function toSparkline(
  channel: TelemetryChannel,
  hasLimits: boolean,
  { span, axis, past: history, coming, parted, samples, transitions = [] }: Charted,
): Sparkline {
  const left = parted && partOf(parted, span);
  const readings = readingsOf(history, samples, channel).filter(
    ({ time }) => time >= span.from && time <= span.to,
  );
  const known = readings.filter(({ value }) => Number.isFinite(value));
  const values = [...known.map(({ value }) => value), ...(coming?.values ?? []), ...(left?.values ?? [])];
  const [low, high] = chartRange(
    hasLimits ? CHANNELS[channel] : { ...CHANNELS[channel], limits: UNLIMITED },
    values.length > 0 ? Math.min(...values) : null,
    values.length > 0 ? Math.max(...values) : null,
  );
  const toY = (value: number): number => round((BOX * (high - value)) / (high - low));
  const toX = (time: number): number => round((BOX * (time - axis.from)) / (axis.to - axis.from));
  let path = '';
  let isPenUp = true;
  let newest: Sparkline['newest'];
  for (const { time, value } of readings) {
    if (Number.isFinite(value)) {
      newest = { x: toX(time), y: toY(value) };
      path += `${isPenUp ? 'M' : 'L'}${newest.x} ${newest.y}`;
    }
    isPenUp = !Number.isFinite(value);
  }
  return {
    path,
    newest,
    bands: limitBands(CHANNELS[channel], low, high).map(({ level, from, to }) => ({
      level,
      y: toY(to),
      height: round(toY(from) - toY(to)),
    })),
    eclipses: eclipsesIn(transitions, axis, toX),
    ...(coming && coming.times.length > 0 && { ahead: predictedPaths(coming, toX, toY, newest) }),
    ...(left && left.times.length > 1 && { parted: predictedPaths(left, toX, toY) }),
    range: [low, high],
    readings: known,
  };
}

/** @param from the point from which the line goes on, if any */
function predictedPaths(
  { times, values, low, high }: PredictedChannel,
  toX: (time: number) => number,
  toY: (value: number) => number,
  from?: Sparkline['newest'],
): NonNullable<Sparkline['parted']> {
  const points = (line: Float64Array): readonly string[] =>
    Array.from(line, (value, index) => `${toX(times[index] ?? 0)} ${toY(value)}`);
  const course = [...(from ? [`${from.x} ${from.y}`] : []), ...points(values)];
  return {
    path: `M${course.join('L')}`,
    band: `M${[...points(high), ...points(low).toReversed()].join('L')}Z`,
  };
}

/** Returns the reading nearest to an instant; `undefined` outside of the readings. */
export function readingAt(
  readings: readonly SparklineReading[],
  time: EpochMs,
): SparklineReading | undefined {
  const next = readings.findIndex((reading) => reading.time >= time);
  const [before, after] = [readings[next - 1], readings[next]];
  if (!after) return undefined;
  return before && time - before.time < after.time - time ? before : after;
}

/** `28 V`, `1.5°` */
export function formatTick(channel: TelemetryChannel, value: number): string {
  const { unit } = CHANNELS[channel];
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)}${unit === '°' ? '' : '\u00a0'}${unit}`;
}

/** Used before the first sample. */
export const NO_SPAN: TimeRange = { from: epochMs(0), to: epochMs(SHORTEST_MS) };
