import uPlot from 'uplot';
import { TELEMETRY_HISTORY_LENGTH, TELEMETRY_PERIOD_MS } from '../../shared/constants.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { CHANNELS, type ChartedChannel, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../shared/units.ts';
import { axisStyle, type ChartTheme } from '../kit/charts/theme.ts';
import type { PlotSize } from '../kit/charts/use-plot.ts';
import { formatUtcTime } from '../kit/format.ts';
import { chartRange, limitBands } from './limit-bands.ts';

/** The charts share one cursor. */
const CURSOR_GROUP = 'telemetry';
const HISTORY_S = ((TELEMETRY_HISTORY_LENGTH - 1) * TELEMETRY_PERIOD_MS) / MS_PER_S;

/** The time axis counts back from the newest sample, so that its lines are static while the data move. */
const AGE_STEP_S = 30;
/** Below this width, in letters, every other line is omitted. */
const NARROW_EMS = 24;

/** Ages of the 20 samples as instants, in seconds. */
export function ageSplits(newest: number, widthEms: number): number[] {
  const step = widthEms < NARROW_EMS ? 2 * AGE_STEP_S : AGE_STEP_S;
  const count = Math.floor(HISTORY_S / step);
  return Array.from({ length: count }, (_, index) => newest - (count - index) * step);
}

const utcTime = (seconds: number): string => formatUtcTime(epochMs(seconds * MS_PER_S));

export function drawLimitBands(plot: uPlot, channel: ChartedChannel, theme: ChartTheme): void {
  const { min, max } = plot.scales.y ?? {};
  if (min === undefined || min === null || max === undefined || max === null) return;
  const { ctx, bbox } = plot;
  ctx.save();
  for (const { level, from, to, limit } of limitBands(channel, min, max)) {
    const top = plot.valToPos(to, 'y', true);
    const bottom = plot.valToPos(from, 'y', true);
    const edge = plot.valToPos(limit, 'y', true);
    ctx.fillStyle = theme.bands[level];
    ctx.globalAlpha = 1;
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
    ctx.globalAlpha = 0.8;
    ctx.strokeStyle = theme[level];
    const line = (theme.fontPx / 11) * uPlot.pxRatio;
    ctx.lineWidth = line;
    ctx.setLineDash(level === 'critical' ? [] : [4 * line, 3 * line]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, edge);
    ctx.lineTo(bbox.left + bbox.width, edge);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Plot of a channel's history: 100 s wide, with bands beyond the limits.
 * @param onReading gets the reading under the shared cursor as text, or nothing when the cursor is elsewhere
 * @param onCursor gets the instant under the cursor of this chart, or nothing when it leaves
 */
export function channelChartOptions(
  channel: TelemetryChannel,
  theme: ChartTheme,
  size: PlotSize,
  onReading: (reading: string | undefined) => void,
  onCursor: (time: EpochMs | undefined) => void,
): uPlot.Options {
  const definition = CHANNELS[channel];
  const { decimals, unit } = definition;
  const lineWidth = theme.fontPx / 6;
  const axis = axisStyle(theme);
  return {
    ...size,
    legend: { show: false },
    padding: [theme.fontPx * 0.6, theme.fontPx * 0.5, 0, 0],
    scales: {
      x: { time: true, range: (_plot, _low, high) => [high - HISTORY_S, high] },
      y: { range: (_plot, low, high) => chartRange(definition, low, high) },
    },
    axes: [
      {
        ...axis,
        size: theme.fontPx * 1.9,
        gap: theme.fontPx * 0.3,
        splits: (plot, _axis, _low, high) => ageSplits(high, plot.width / theme.fontPx),
        values: (plot, splits) =>
          splits.map((time) => `${formatNumber(time - (plot.scales.x?.max ?? time), 0)} s`),
      },
      {
        ...axis,
        size: theme.fontPx * 3.4,
        gap: theme.fontPx * 0.4,
        space: theme.fontPx * 2.35,
        values: (_plot, splits) => splits.map((value) => formatNumber(value, value % 1 === 0 ? 0 : 1)),
      },
    ],
    series: [{}, { stroke: theme.line, fill: theme.fill, width: lineWidth, points: { show: false } }],
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: { size: theme.fontPx * 0.6 },
      sync: { key: CURSOR_GROUP },
    },
    hooks: {
      drawClear: [(plot) => drawLimitBands(plot, definition, theme)],
      setCursor: [
        ({ cursor: { idx, event }, data: [times, values] }) => {
          const time = idx === null || idx === undefined ? undefined : times[idx];
          const value = idx === null || idx === undefined ? undefined : values?.[idx];
          const isReading = typeof time === 'number' && typeof value === 'number';
          onReading(isReading ? `${utcTime(time)}  ${formatNumber(value, decimals)} ${unit}` : undefined);
          if (event) onCursor(time === undefined ? undefined : epochMs(time * MS_PER_S)); // not of another chart
        },
      ],
    },
  };
}
