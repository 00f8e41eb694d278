import uPlot from 'uplot';
import { ANOMALY_SEVERITIES } from '../../shared/entities.ts';
import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';
import { pixelSpansOf, pixelsOf, type TimeScale, thinned } from '../kit/charts/mark-pixels.ts';
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
/** Shapes of one kind that are nearer, as a share of their width, are drawn as one. */
const LEAST_APART = 0.5;

/** A line with a shape on it: of commands, and of anomalies by their level. */
type TickKind = 'command' | StatusLevel;

/** What happened in the pixels of a plot. */
interface MarkPaths {
  readonly eclipses: Path2D;
  readonly contacts: Path2D;
  readonly events: Path2D;
  /** What is most urgent comes last, on top. */
  readonly ticks: readonly { readonly kind: TickKind; readonly lines: Path2D; readonly shapes: Path2D }[];
}

interface MarkFrame extends TimeScale {
  readonly top: number;
  readonly height: number;
  readonly em: number;
  readonly pxRatio: number;
}

/** The charts show the same marks in the same pixels: paths of the newest marks, by what they depend on. */
const drawn = new WeakMap<SessionMarks, Map<string, MarkPaths>>();
/** Charts of two heights, before and after a change of the span. */
const MOST_DRAWN = 4;

/** What happened, behind the data of a chart: the same on all of them, so that a cause is above its effects. */
export function drawMarks(plot: uPlot, marks: SessionMarks, theme: ChartTheme): void {
  const { min, max } = plot.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return;
  const { ctx, bbox } = plot;
  const { pxRatio } = uPlot;
  const em = theme.fontPx * pxRatio;
  const { eclipses, contacts, events, ticks } = pathsOf(marks, { from: min, to: max, ...bbox, em, pxRatio });
  ctx.save();
  ctx.fillStyle = theme.eclipse;
  ctx.fill(eclipses);
  ctx.fillStyle = theme.contact;
  ctx.fill(contacts);
  ctx.fillStyle = theme.label;
  ctx.fill(events);
  ctx.lineWidth = pxRatio;
  for (const { kind, lines, shapes } of ticks) {
    const color = kind in theme.levels ? theme.levels[kind as keyof ChartTheme['levels']] : theme.label;
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.globalAlpha = kind === 'caution' || kind === 'standby' ? MINOR_ALPHA : LINE_ALPHA;
    ctx.stroke(lines);
    ctx.globalAlpha = 1;
    ctx.fill(shapes);
  }
  ctx.restore();
}

function pathsOf(marks: SessionMarks, frame: MarkFrame): MarkPaths {
  const known = drawn.get(marks) ?? new Map<string, MarkPaths>();
  drawn.set(marks, known);
  const key = Object.values(frame).join();
  const held = known.get(key);
  if (held) return held;
  if (known.size >= MOST_DRAWN) known.clear();
  const made = makePaths(marks, frame);
  known.set(key, made);
  return made;
}

function makePaths(marks: SessionMarks, frame: MarkFrame): MarkPaths {
  const { top, height, em, pxRatio } = frame;
  const bottom = top + height;
  const lane = top - (MARK_LANE_EMS / 2) * em;
  const spans = (of: readonly TimeSpan[], y: number, size: number): Path2D => {
    const path = new Path2D();
    for (const { left, width } of pixelSpansOf(of, frame, pxRatio)) path.rect(left, y, width, size);
    return path;
  };
  const tick = (kind: TickKind, of: readonly { readonly time: number }[]) => {
    const [lines, shapes] = [new Path2D(), new Path2D()];
    const pixels = pixelsOf(of, frame);
    const half = SHAPE_EMS * em;
    // The middle of a pixel.
    const xOf = (pixel: number): number => pixel + pxRatio / 2;
    for (const pixel of pixels) {
      lines.moveTo(xOf(pixel), lane);
      lines.lineTo(xOf(pixel), bottom);
    }
    for (const pixel of thinned(pixels, 2 * half * LEAST_APART))
      addShape(shapes, kind, xOf(pixel), lane, half);
    return { kind, lines, shapes };
  };
  return {
    eclipses: spans(marks.eclipses, top, height),
    contacts: spans(marks.contacts, bottom - STRIP_EMS * em, STRIP_EMS * em),
    events: spans(marks.events, lane - (STRIP_EMS / 2) * em, STRIP_EMS * em),
    ticks: [
      tick('command', marks.commands),
      ...ANOMALY_SEVERITIES.map((severity) =>
        tick(
          SEVERITY_STATUS[severity],
          marks.anomalies.filter((anomaly) => anomaly.severity === severity),
        ),
      ),
    ],
  };
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
function addShape(path: Path2D, kind: TickKind, x: number, y: number, half: number): void {
  if (kind === 'critical') polygon(path, x, y, half, [0, -1], [1.1, 1], [-1.1, 1]);
  else if (kind === 'serious') polygon(path, x, y, half, [0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]);
  else if (kind === 'caution') polygon(path, x, y, half, [-1, -1], [1, -1], [1, 1], [-1, 1]);
  else if (kind === 'command')
    polygon(path, x, y, half, [0, -1.2], [1, 0], [0.35, 0], [0.35, 1.2], [-0.35, 1.2], [-0.35, 0], [-1, 0]);
  else {
    path.moveTo(x + half, y);
    path.arc(x, y, half, 0, 2 * Math.PI);
  }
}

function polygon(
  path: CanvasPath,
  x: number,
  y: number,
  half: number,
  ...corners: readonly (readonly [number, number])[]
): void {
  for (const [index, [dx, dy]] of corners.entries()) {
    if (index === 0) path.moveTo(x + dx * half, y + dy * half);
    else path.lineTo(x + dx * half, y + dy * half);
  }
  path.closePath();
}
