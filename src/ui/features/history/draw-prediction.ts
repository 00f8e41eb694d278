import uPlot from 'uplot';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { ChartTheme } from '../../kit/charts/theme.ts';
import { crossingTime, type Prediction } from './prediction.ts';

/** Opacity of the band, of the line of the present, and of the line itself. */
const BAND_ALPHA = 0.16;
const NOW_ALPHA = 0.6;
/** Radius of the mark at a crossing, in ems. */
const CROSSING_EMS = 0.32;

/** Draws a predicted line, dashed, over its band. */
function drawBand(plot: uPlot, { times, values, low, high }: PredictedChannel, theme: ChartTheme): void {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const xOf = (time: number): number => plot.valToPos(time, 'x', true);
  const yOf = (value: number): number => plot.valToPos(value, 'y', true);
  ctx.globalAlpha = BAND_ALPHA;
  ctx.fillStyle = theme.line;
  ctx.beginPath();
  for (const [index, time] of times.entries()) ctx.lineTo(xOf(time), yOf(high[index] ?? 0));
  for (let index = times.length - 1; index >= 0; index -= 1) {
    ctx.lineTo(xOf(times[index] ?? 0), yOf(low[index] ?? 0));
  }
  ctx.closePath();
  ctx.fill();

  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = (theme.fontPx / 8) * ratio;
  ctx.lineJoin = 'round';
  ctx.setLineDash([3 * ctx.lineWidth, 2 * ctx.lineWidth]);
  ctx.beginPath();
  for (const [index, time] of times.entries()) ctx.lineTo(xOf(time), yOf(values[index] ?? 0));
  ctx.stroke();
}

/** Draws what was predicted of readings that have left it, up to the newest one. */
export function drawParted(plot: uPlot, line: PredictedChannel, until: EpochMs, theme: ChartTheme): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  const end = Math.min(bbox.left + bbox.width, plot.valToPos(until, 'x', true));
  ctx.rect(bbox.left, bbox.top, Math.max(0, end - bbox.left), bbox.height);
  ctx.clip();
  drawBand(plot, line, theme);
  ctx.restore();
}

/** Draws what is predicted from an instant on: its band, a dashed line through it, and a mark where it crosses a limit. */
export function drawPrediction(plot: uPlot, line: Prediction, from: EpochMs, theme: ChartTheme): void {
  const { ctx, bbox } = plot;
  const { times, crossings } = line;
  if (times.length === 0) return;
  const ratio = uPlot.pxRatio;
  const xOf = (time: number): number => plot.valToPos(time, 'x', true);
  const yOf = (value: number): number => plot.valToPos(value, 'y', true);
  ctx.save();
  const now = Math.round(xOf(from)) + ratio / 2;
  const clip = new Path2D();
  clip.rect(now - ratio, bbox.top, Math.max(0, bbox.left + bbox.width - now + ratio), bbox.height);
  ctx.clip(clip);

  ctx.globalAlpha = NOW_ALPHA;
  ctx.strokeStyle = theme.label;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.moveTo(now, bbox.top);
  ctx.lineTo(now, bbox.top + bbox.height);
  ctx.stroke();

  drawBand(plot, line, theme);

  for (const crossing of crossings) {
    ctx.fillStyle = theme[crossing.level];
    ctx.beginPath();
    ctx.arc(
      xOf(crossingTime(line, crossing)),
      yOf(crossing.value),
      CROSSING_EMS * theme.fontPx * ratio,
      0,
      2 * Math.PI,
    );
    ctx.fill();
  }
  ctx.restore();
}
