import uPlot from 'uplot';
import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';
import type { ChartTheme } from '../kit/charts/theme.ts';
import type { StatusLevel } from '../kit/status/levels.ts';

/** Space above a plot for the shapes and the strip of events, in letters. */
export const MARK_LANE_EMS = 1;
/** Half the size of a shape and the height of a strip. */
const SHAPE_EMS = 0.3;
const STRIP_EMS = 0.25;
/** Half the height of the wedge on the time axis. */
const WEDGE_EMS = 0.45;
/** Of a line through the chart. Minor anomalies stay in the background, however many there are. */
const LINE_ALPHA = 0.45;
const MINOR_ALPHA = 0.15;

/** What happened, behind the data of a chart: the same on all of them, so that a cause is above its effects. */
export function drawMarks(plot: uPlot, marks: SessionMarks, theme: ChartTheme): void {
  const { min, max } = plot.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return;
  const { ctx, bbox } = plot;
  const em = theme.fontPx * uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  const xOf = (time: number): number => plot.valToPos(Math.min(Math.max(time, min), max), 'x', true);
  const isShown = ({ from, to }: TimeSpan): boolean => from <= max && (to ?? max) >= min;
  const fillSpan = ({ from, to }: TimeSpan, top: number, height: number): void => {
    const left = xOf(from);
    ctx.fillRect(left, top, Math.max(xOf(to ?? max) - left, uPlot.pxRatio), height);
  };
  ctx.save();
  ctx.fillStyle = theme.eclipse;
  for (const eclipse of marks.eclipses.filter(isShown)) fillSpan(eclipse, bbox.top, bbox.height);
  ctx.fillStyle = theme.contact;
  for (const contact of marks.contacts.filter(isShown))
    fillSpan(contact, bottom - STRIP_EMS * em, STRIP_EMS * em);
  const lane = bbox.top - (MARK_LANE_EMS / 2) * em;
  ctx.fillStyle = theme.label;
  for (const event of marks.events.filter(isShown))
    fillSpan(event, lane - (STRIP_EMS / 2) * em, STRIP_EMS * em);

  ctx.lineWidth = uPlot.pxRatio;
  const tick = (time: number, level: StatusLevel | undefined, color: string): void => {
    if (time < min || time > max) return;
    const x = plot.valToPos(time, 'x', true);
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.globalAlpha = level === 'caution' || level === 'standby' ? MINOR_ALPHA : LINE_ALPHA;
    ctx.beginPath();
    ctx.moveTo(x, lane);
    ctx.lineTo(x, bottom);
    ctx.stroke();
    ctx.globalAlpha = 1;
    drawShape(ctx, level, x, lane, SHAPE_EMS * em);
  };
  for (const { time } of marks.commands) tick(time, undefined, theme.label);
  for (const { time, severity } of marks.anomalies) {
    const level = SEVERITY_STATUS[severity];
    tick(
      time,
      level,
      level in theme.levels ? theme.levels[level as keyof ChartTheme['levels']] : theme.label,
    );
  }
  ctx.restore();
}

/** Where two branches part: a line through the chart, with a wedge on the time axis. */
export function drawDifference(plot: uPlot, time: EpochMs, theme: ChartTheme): void {
  const { min, max } = plot.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number' || time < min || time > max) return;
  const { ctx, bbox } = plot;
  const em = theme.fontPx * uPlot.pxRatio;
  const x = plot.valToPos(time, 'x', true);
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.strokeStyle = theme.compared;
  ctx.fillStyle = theme.compared;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.beginPath();
  polygon(ctx, x, bottom, WEDGE_EMS * em, [0, -1], [1, 1], [-1, 1]);
  ctx.fill();
  ctx.restore();
}

/** The shapes of the status levels; a command is an arrow up. */
function drawShape(
  ctx: CanvasRenderingContext2D,
  level: StatusLevel | undefined,
  x: number,
  y: number,
  half: number,
): void {
  ctx.beginPath();
  if (level === 'critical') polygon(ctx, x, y, half, [0, -1], [1.1, 1], [-1.1, 1]);
  else if (level === 'serious') polygon(ctx, x, y, half, [0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]);
  else if (level === 'caution') polygon(ctx, x, y, half, [-1, -1], [1, -1], [1, 1], [-1, 1]);
  else if (level === undefined)
    polygon(ctx, x, y, half, [0, -1.2], [1, 0], [0.35, 0], [0.35, 1.2], [-0.35, 1.2], [-0.35, 0], [-1, 0]);
  else ctx.arc(x, y, half, 0, 2 * Math.PI);
  ctx.fill();
}

function polygon(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  half: number,
  ...corners: readonly (readonly [number, number])[]
): void {
  for (const [dx, dy] of corners) ctx.lineTo(x + dx * half, y + dy * half);
  ctx.closePath();
}
