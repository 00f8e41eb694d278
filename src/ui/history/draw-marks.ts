import uPlot from 'uplot';
import { ANOMALY_SEVERITIES } from '../../shared/entities.ts';
import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';
import {
  legibleLines,
  lineSpans,
  noteTopmost,
  pixelSpansOf,
  shapePixels,
  type TimeScale,
} from '../kit/charts/mark-pixels.ts';
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
/** Of two shapes that are nearer, in widths of a shape, the less urgent one is not drawn. */
const LEAST_APART = 1.25;
/** Of the plot's width, covered by lines. Those of a busy week would hide the data. */
const MOST_COVERED = 0.1;

/** A line with a shape on it: of commands, and of anomalies by their level. */
type TickKind = 'command' | StatusLevel;

/** What the marks of all charts depend on; in device pixels. */
interface MarkFrame {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly em: number;
  readonly lineWidth: number;
}

/**
 * What happened, drawn once for all charts. Over the plot it is the same from top to bottom, so that a row of pixels is
 * enough, and another one with the contacts for the strip at its bottom; then comes the lane above the plot.
 */
interface MarkLayer {
  readonly canvas: HTMLCanvasElement;
  /** On either side of the plot, for shapes. */
  readonly margin: number;
  readonly laneHeight: number;
}
const PLOT_ROW = 0;
const STRIP_ROW = 1;
const LANE_ROW = 2;

let newest: { readonly marks: SessionMarks; readonly key: string; readonly layer: MarkLayer } | undefined;

/** What happened, behind the data of a chart: the same on all of them, so that a cause is above its effects. */
export function drawMarks(plot: uPlot, marks: SessionMarks, theme: ChartTheme): void {
  const { min, max } = plot.scales.x ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return;
  if (Object.values(marks).every(({ length }) => length === 0)) return;
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  const em = theme.fontPx * uPlot.pxRatio;
  const lineWidth = Math.max(1, Math.round(uPlot.pxRatio));
  const layer = layerOf(marks, { from: min, to: max, width, em, lineWidth }, theme);
  if (!layer) return;
  const { canvas, margin, laneHeight } = layer;
  const strip = Math.round(STRIP_EMS * em);
  const bottom = top + height;
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(canvas, margin, PLOT_ROW, width, 1, left, top, width, height - strip);
  ctx.drawImage(canvas, margin, STRIP_ROW, width, 1, left, bottom - strip, width, strip);
  const laneWidth = width + 2 * margin;
  ctx.drawImage(
    canvas,
    ...([0, LANE_ROW, laneWidth, laneHeight] as const),
    ...([left - margin, top - laneHeight, laneWidth, laneHeight] as const),
  );
  ctx.restore();
}

/** The layer of these marks; nothing where the browser has no memory for it. */
function layerOf(marks: SessionMarks, frame: MarkFrame, theme: ChartTheme): MarkLayer | undefined {
  const { eclipse, contact, label, levels } = theme;
  const key = [...Object.values(frame), eclipse, contact, label, ...Object.values(levels)].join();
  if (newest?.marks === marks && newest.key === key) return newest.layer;
  const layer = drawLayer(newest?.layer.canvas ?? document.createElement('canvas'), marks, frame, theme);
  newest = layer && { marks, key, layer };
  return layer;
}

/** Most urgent last, on top. */
const TICK_KINDS: readonly TickKind[] = [
  'command',
  ...ANOMALY_SEVERITIES.map((severity) => SEVERITY_STATUS[severity]),
];

function drawLayer(
  canvas: HTMLCanvasElement,
  marks: SessionMarks,
  { from, to, width, em, lineWidth }: MarkFrame,
  theme: ChartTheme,
): MarkLayer | undefined {
  const half = SHAPE_EMS * em;
  const margin = Math.ceil(1.2 * half);
  const laneHeight = Math.ceil(MARK_LANE_EMS * em);
  const lane = LANE_ROW + laneHeight - (MARK_LANE_EMS / 2) * em;
  const count = width + 2 * margin;
  canvas.width = count;
  canvas.height = LANE_ROW + laneHeight;
  const ctx = canvas.getContext('2d');
  if (!ctx) return undefined;
  const scale: TimeScale = { from, to, left: margin, width };
  const fillSpans = (spans: readonly TimeSpan[], y: number, height: number): void => {
    for (const span of pixelSpansOf(spans, scale, lineWidth)) ctx.fillRect(span.left, y, span.width, height);
  };
  ctx.fillStyle = theme.eclipse;
  fillSpans(marks.eclipses, PLOT_ROW, 2);
  ctx.fillStyle = theme.contact;
  fillSpans(marks.contacts, STRIP_ROW, 1);
  ctx.fillStyle = theme.label;
  fillSpans(marks.events, lane - (STRIP_EMS / 2) * em, STRIP_EMS * em);

  const topmost = new Int8Array(count).fill(-1);
  noteTopmost(topmost, marks.commands, scale, () => TICK_KINDS.indexOf('command'));
  noteTopmost(topmost, marks.anomalies, scale, ({ severity }) =>
    TICK_KINDS.indexOf(SEVERITY_STATUS[severity]),
  );
  const lines = legibleLines(lineSpans(topmost, TICK_KINDS.length, lineWidth), MOST_COVERED * width);
  const shapes = shapePixels(topmost, TICK_KINDS.length, Math.max(1, Math.round(2 * half * LEAST_APART)));
  const colorOf = (kind: TickKind): string =>
    kind in theme.levels ? theme.levels[kind as keyof ChartTheme['levels']] : theme.label;
  TICK_KINDS.forEach((kind, index) => {
    ctx.fillStyle = colorOf(kind);
    ctx.globalAlpha = kind === 'caution' || kind === 'standby' ? MINOR_ALPHA : LINE_ALPHA;
    for (const line of lines[index] ?? []) ctx.fillRect(line.left, lane, line.width, canvas.height - lane);
  });
  ctx.globalAlpha = 1;
  // Below the strip of events the lane has nothing but the lines, which go on through the plot.
  ctx.drawImage(canvas, 0, canvas.height - 1, count, 1, 0, PLOT_ROW, count, 2);
  TICK_KINDS.forEach((kind, index) => {
    ctx.fillStyle = colorOf(kind);
    // One by one: a path of hundreds takes several times as long to fill.
    for (const pixel of shapes[index] ?? []) {
      ctx.beginPath();
      addShape(ctx, kind, pixel + lineWidth / 2, lane, half);
      ctx.fill();
    }
  });
  return { canvas, margin, laneHeight };
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
function addShape(path: CanvasPath, kind: TickKind, x: number, y: number, half: number): void {
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
