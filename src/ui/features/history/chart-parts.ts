import uPlot from 'uplot';
import { TELEMETRY_HISTORY_LENGTH, TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { ChartedChannel } from '../../../shared/entities/telemetry-channels.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import type { ChartTheme } from '../../kit/charts/theme.ts';
import { limitBands } from '../telemetry/limit-bands.ts';

const HISTORY_S = ((TELEMETRY_HISTORY_LENGTH - 1) * TELEMETRY_PERIOD_MS) / MS_PER_S;

/** The time axis counts back from the newest sample, so that its lines are static while the data move. */
const AGE_STEP_S = 30;
/** Below this width, in ems, every other line is omitted. */
const NARROW_EMS = 24;

/** Ages of the 20 samples as instants, in seconds. */
export function ageSplits(newest: number, widthEms: number): number[] {
  const step = widthEms < NARROW_EMS ? 2 * AGE_STEP_S : AGE_STEP_S;
  const count = Math.floor(HISTORY_S / step);
  return Array.from({ length: count }, (_, index) => newest - (count - index) * step);
}

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
