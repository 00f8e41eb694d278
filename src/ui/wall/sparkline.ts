import { TELEMETRY_HISTORY_LENGTH, TELEMETRY_PERIOD_MS } from '../../shared/constants.ts';
import type { TelemetrySample } from '../../shared/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { MS_PER_S } from '../../shared/units.ts';
import { chartRange, limitBands } from '../telemetry/limit-bands.ts';

/**
 * History of a channel in a box of 100 by 100, the newest sample at its right edge, the highest value at its
 * top.
 */
export interface Sparkline {
  /** In the format of an SVG polyline. */
  readonly points: string;
  readonly bands: readonly {
    readonly level: 'warning' | 'critical';
    readonly y: number;
    readonly height: number;
  }[];
  /** Values of its lower and upper edge, in the channel's unit. */
  readonly range: readonly [low: number, high: number];
}

const BOX = 100;
const SPAN_MS = (TELEMETRY_HISTORY_LENGTH - 1) * TELEMETRY_PERIOD_MS;

/** Time span of its width. */
export const SPARKLINE_SPAN_S = SPAN_MS / MS_PER_S;

export function toSparkline(history: readonly TelemetrySample[], channel: TelemetryChannel): Sparkline {
  const samples = history.filter((sample) => Number.isFinite(sample[channel]));
  const values = samples.map((sample) => sample[channel]);
  const newest = samples.at(-1)?.timestamp ?? 0;
  const [low, high] = chartRange(
    CHANNELS[channel],
    values.length > 0 ? Math.min(...values) : null,
    values.length > 0 ? Math.max(...values) : null,
  );
  const round = (value: number): number => Math.round(100 * value) / 100;
  const toY = (value: number): number => round((BOX * (high - value)) / (high - low));
  const toX = (timestamp: number): number => round(BOX * (1 - (newest - timestamp) / SPAN_MS));
  return {
    points: samples.map((sample) => `${toX(sample.timestamp)},${toY(sample[channel])}`).join(' '),
    bands: limitBands(CHANNELS[channel], low, high).map(({ level, from, to }) => ({
      level,
      y: toY(to),
      height: round(toY(from) - toY(to)),
    })),
    range: [low, high],
  };
}
