import type uPlot from 'uplot';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type Degrees, type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { Pass, SkyArc } from '../../../shared/orbit/passes.ts';
import { axisStyle, type ChartTheme } from '../../kit/charts/theme.ts';
import type { PlotSize } from '../../kit/charts/use-plot.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { arcLength, arcTime } from '../../kit/sky/sky-geometry.ts';

/** Elevation over a pass in uPlot's format: Unix seconds and degrees. */
export function toElevationColumns(arc: SkyArc): uPlot.AlignedData {
  const times = Array.from({ length: arcLength(arc) }, (_, index) => arcTime(arc, index) / MS_PER_S);
  return [times, Array.from(arc.elevations)];
}

/** Upper ends of the elevation scale, in degrees. */
const CEILINGS = [15, 30, 60, 90];

/**
 * Chart of elevation over a pass, from the horizon up, with AOS, TCA and LOS on the axis.
 * @param mask elevation from which the pass counts; drawn as a line if above the horizon
 * @param onCursor receives the instant under the cursor, or nothing when it leaves
 * @param readNow returns the instant of the current-time line
 */
export function elevationChartOptions(
  pass: Pass,
  mask: Degrees,
  theme: ChartTheme,
  size: PlotSize,
  onCursor: (time: EpochMs | undefined) => void,
  readNow: () => EpochMs | undefined,
): uPlot.Options {
  const ceiling = CEILINGS.find((top) => top >= pass.maxElevation) ?? 90;
  const axis = axisStyle(theme);
  return {
    ...size,
    legend: { show: false },
    padding: [theme.fontPx * 1.6, theme.fontPx * 2.4, 0, 0],
    scales: { x: { time: true }, y: { range: [0, ceiling] } },
    axes: [
      {
        ...axis,
        size: theme.fontPx * 1.9,
        gap: theme.fontPx * 0.3,
        splits: [pass.aos, pass.tca, pass.los].map((time) => time / MS_PER_S),
        values: (_plot, splits) => splits.map((seconds) => formatUtcTime(epochMs(seconds * MS_PER_S))),
      },
      {
        ...axis,
        size: theme.fontPx * 3,
        gap: theme.fontPx * 0.4,
        splits: [0, 1, 2, 3].map((step) => (step * ceiling) / 3),
        values: (_plot, splits) => splits.map((value) => `${formatNumber(value, 0)}°`),
      },
    ],
    series: [
      {},
      { stroke: theme.own, fill: theme.fill, width: theme.fontPx / 6, points: { show: false }, pxAlign: 0 },
    ],
    cursor: { drag: { x: false, y: false }, y: false, points: { size: theme.fontPx * 0.6 } },
    hooks: {
      draw: [
        (plot) => {
          if (mask > 0) drawMask(plot, theme, mask);
          drawNow(plot, theme, readNow());
        },
      ],
      setCursor: [
        ({ cursor: { idx }, data: [times] }) => {
          const seconds = idx === null || idx === undefined ? undefined : times[idx];
          onCursor(seconds === undefined ? undefined : epochMs(seconds * MS_PER_S));
        },
      ],
    },
  };
}

function drawMask(plot: uPlot, theme: ChartTheme, mask: Degrees): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(mask, 'y', true);
  ctx.save();
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = (theme.fontPx / 16) * (bbox.width / plot.over.clientWidth);
  ctx.setLineDash([theme.fontPx / 4, theme.fontPx / 4]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

function drawNow(plot: uPlot, theme: ChartTheme, now: EpochMs | undefined): void {
  const { min, max } = plot.scales.x ?? {};
  if (now === undefined || typeof min !== 'number' || typeof max !== 'number') return;
  const seconds = now / MS_PER_S;
  if (seconds < min || seconds > max) return;
  const { ctx, bbox } = plot;
  const x = plot.valToPos(seconds, 'x', true);
  ctx.save();
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = (theme.fontPx / 8) * (bbox.width / plot.over.clientWidth);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
