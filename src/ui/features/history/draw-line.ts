import uPlot from 'uplot';
import { type LineFrame, type Pen, type Traced, traceLine } from './trace-line.ts';

/** Value to which a line's area is filled. */
const FILL_TO = 0;

/** Rectangle of a canvas. */
interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function clipTo(ctx: CanvasRenderingContext2D, { left, top, right, bottom }: PlotArea): void {
  const path = new Path2D();
  path.rect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  ctx.clip(path);
}

/** Traces the area between a line and a y below or above it, part by part. */
function traceArea(area: Pen, y: number, draw: (pen: Pen) => void): void {
  let last: number | undefined;
  const close = (): void => {
    if (last !== undefined) area.lineTo(last, y);
  };
  draw({
    moveTo(x, top) {
      close();
      area.moveTo(x, y);
      area.lineTo(x, top);
      last = x;
    },
    lineTo(x, top) {
      area.lineTo(x, top);
      last = x;
    },
  });
  close();
}

/**
 * Fills the area between a line, which is the canvas' path, and a y that it does not cross, and draws the
 * line. The edges of the area are clipped: a separate path would take twice as long per point.
 */
function fillAndStroke(ctx: CanvasRenderingContext2D, line: Traced, base: number, plot: PlotArea): void {
  const { firstX, firstY, firstLean, lastX, lastY, lastLean, bottom } = line;
  const far = ctx.lineWidth + plot.right - plot.left;
  const isBelow = base >= bottom;
  const edge = isBelow ? Math.max(base, plot.bottom) + far : Math.min(base, plot.top) - far;
  const left = Math.min(firstX, plot.left) - far;
  const right = Math.max(lastX, plot.right) + far;
  ctx.lineTo(right, lastY);
  ctx.lineTo(right, edge);
  ctx.lineTo(left, edge);
  ctx.lineTo(left, firstY);
  ctx.lineTo(firstX, firstY);
  ctx.save();
  clipTo(ctx, {
    left: Math.max(firstX, plot.left),
    right: Math.min(lastX, plot.right),
    ...(isBelow
      ? { top: plot.top, bottom: Math.min(base, plot.bottom) }
      : { top: Math.max(base, plot.top), bottom: plot.bottom }),
  });
  ctx.fill();
  ctx.restore();
  // Leaves room for the corners of an end that is not level.
  const half = ctx.lineWidth / 2;
  clipTo(ctx, {
    ...plot,
    left: Math.max(firstX - firstLean * half, plot.left),
    right: Math.min(lastX + lastLean * half, plot.right),
  });
  ctx.stroke();
}

/**
 * Draws a series with as many points as the plot has pixels, whatever its span: uPlot draws every point, and
 * needs a separate path for the area.
 * @returns no path for uPlot to draw
 */
export const drawLine: uPlot.Series.PathBuilder = (plot, seriesIndex, begin, end) => {
  const { data, bbox, scales, series, ctx } = plot;
  const times = data[0];
  const values = data[seriesIndex];
  const line = series[seriesIndex];
  const { x, y } = scales;
  const [from, to, low, high] = [x?.min, x?.max, y?.min, y?.max].map((limit) => limit ?? Number.NaN);
  if (!times || !values || !line) return null;
  if (from === undefined || to === undefined || low === undefined || high === undefined) return null;
  const pixelsPerUnit = bbox.height / (high - low);
  const lineWidth = (line.width ?? 1) * uPlot.pxRatio;
  const frame: LineFrame = {
    left: bbox.left,
    width: bbox.width,
    from,
    to,
    valueAtTop: high + bbox.top / pixelsPerUnit,
    pixelsPerUnit,
    lineWidth,
  };
  const box: PlotArea = {
    left: bbox.left - lineWidth / 2,
    top: bbox.top - lineWidth / 2,
    right: bbox.left + bbox.width + lineWidth / 2,
    bottom: bbox.top + bbox.height + lineWidth / 2,
  };
  const base = Math.round((frame.valueAtTop - FILL_TO) * pixelsPerUnit);
  const draw = (pen: Pen): Traced => traceLine(times, values, [begin, end], frame, pen);
  const colorOf = (color: uPlot.Series['stroke']) =>
    typeof color === 'function' ? color(plot, seriesIndex) : color;
  const [stroke, fill] = [colorOf(line.stroke), colorOf(line.fill)];

  ctx.save();
  // Like uPlot: a line of odd width covers whole pixels.
  ctx.translate((lineWidth % 2) / 2, (lineWidth % 2) / 2);
  ctx.lineWidth = lineWidth;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'butt';
  ctx.setLineDash(line.dash ?? []);
  if (stroke) ctx.strokeStyle = stroke;
  if (fill) ctx.fillStyle = fill;
  ctx.beginPath();
  const traced = draw(ctx);
  const isCrossed = base > traced.top && base < traced.bottom;
  if (fill && traced.parts === 1 && traced.firstX < traced.lastX && !isCrossed)
    fillAndStroke(ctx, traced, base, box);
  else {
    clipTo(ctx, box);
    if (fill) {
      ctx.beginPath();
      traceArea(ctx, base, draw);
      ctx.fill();
      ctx.beginPath();
      draw(ctx);
    }
    ctx.stroke();
  }
  ctx.restore();
  return null;
};
