import uPlot from 'uplot';
import { type LineFrame, type Pen, traceLine } from './trace-line.ts';

/** Of a line that is filled to 0. */
const FILL_TO = 0;

/** The area between a line and a y below or above it, part by part. */
function areaOf(y: number, draw: (pen: Pen) => void): Path2D {
  const area = new Path2D();
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
  return area;
}

/** Draws a series of a plot with as many points as it has pixels, whatever span it shows: uPlot draws every point. */
export const linePaths: uPlot.Series.PathBuilder = (plot, seriesIndex, begin, end) => {
  const { data, bbox, scales, series } = plot;
  const times = data[0];
  const values = data[seriesIndex];
  const line = series[seriesIndex];
  const { x, y } = scales;
  const [from, to, low, high] = [x?.min, x?.max, y?.min, y?.max].map((limit) => limit ?? Number.NaN);
  if (!times || !values || !line) return null;
  if (from === undefined || to === undefined || low === undefined || high === undefined) return null;
  const pixelsPerUnit = bbox.height / (high - low);
  const frame: LineFrame = {
    left: bbox.left,
    width: bbox.width,
    from,
    to,
    valueAtTop: high + bbox.top / pixelsPerUnit,
    pixelsPerUnit,
    lineWidth: (line.width ?? 1) * uPlot.pxRatio,
  };
  const stroke = new Path2D();
  const { parts, firstX, lastX } = traceLine(times, values, [begin, end], frame, stroke);
  if (!line.fill) return { stroke };
  const base = Math.round((frame.valueAtTop - FILL_TO) * pixelsPerUnit);
  if (parts !== 1)
    return { stroke, fill: areaOf(base, (pen) => traceLine(times, values, [begin, end], frame, pen)) };
  const fill = new Path2D(stroke);
  fill.lineTo(lastX, base);
  fill.lineTo(firstX, base);
  return { stroke, fill };
};
