import uPlot from 'uplot';
import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import { ANOMALY_SEVERITIES, type AnomalySeverity } from '../../../shared/entities/entities.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import {
  legibleLines,
  lineSpans,
  noteTopmost,
  pixelSpansOf,
  shapePixels,
  type TimeScale,
} from '../../kit/charts/mark-pixels.ts';
import type { ChartTheme } from '../../kit/charts/theme.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { SEVERITY_STATUS } from '../anomalies/severity.ts';
import { putColumns, type WordImage, wordImage } from './mark-image.ts';

/** Space above a plot for the shapes and the strip of events, in ems. */
export const MARK_LANE_EMS = 1;
/** Half the size of a shape, and the height of a strip; ems. */
const SHAPE_EMS = 0.3;
const STRIP_EMS = 0.25;
/** Half the height of the wedge on the time axis, in ems. */
const WEDGE_EMS = 0.45;
/** Opacity of a line through the chart. Minor anomalies stay in the background, however many there are. */
const LINE_ALPHA = 0.45;
const MINOR_ALPHA = 0.15;
/** Minimum distance in shape widths: of two shapes that are closer, the less urgent one is omitted. */
const LEAST_APART = 1.25;
/** Maximum fraction of the plot covered by lines: those of a busy week would hide the data. */
const MOST_COVERED = 0.1;

/** Kind of a line with a shape on it: commands, and anomalies by level. */
type TickKind = 'command' | StatusLevel;

/** Inputs of the marks on all charts, in device pixels. */
interface MarkFrame {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly em: number;
  readonly lineWidth: number;
}

/**
 * Marks, drawn once for all charts. Over the plot they are the same from top to bottom, so that one row of
 * pixels is enough, plus one with the contacts for the strip at its bottom; then comes the lane above the
 * plot.
 */
interface MarkLayer {
  readonly canvas: HTMLCanvasElement;
  /** Pixels written by a script. */
  readonly pixels?: ImageData;
}

/** Looks of the marks: columns as high as the layer, drawn once per theme. */
interface MarkSheet {
  readonly canvas: HTMLCanvasElement;
  /** Absent in browsers that hide pixels from scripts, as some do against fingerprinting. */
  readonly pixels: WordImage | undefined;
}
const PLOT_ROW = 0;
const STRIP_ROW = 1;
const LANE_ROW = 2;

/** Sizes in device pixels. */
interface MarkSizes {
  /** Space on either side of the plot, for shapes. */
  readonly margin: number;
  readonly laneHeight: number;
  /** Y of the lane's middle. */
  readonly lane: number;
  /** Half the size of a shape. */
  readonly half: number;
}

function sizesOf(em: number): MarkSizes {
  const half = SHAPE_EMS * em;
  const laneHeight = Math.ceil(MARK_LANE_EMS * em);
  return {
    margin: Math.ceil(1.2 * half),
    laneHeight,
    lane: LANE_ROW + laneHeight - (MARK_LANE_EMS / 2) * em,
    half,
  };
}

let newest: { readonly marks: SessionMarks; readonly key: string; readonly layer: MarkLayer } | undefined;
let newestSheet: { readonly key: string; readonly sheet: MarkSheet } | undefined;

/** Draws the marks behind a chart's data: the same on all charts, so that a cause is above its effects. */
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
  const { canvas } = layer;
  const { margin, laneHeight } = sizesOf(em);
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

/** Returns the layer of these marks; nothing if the browser has no memory for it. */
function layerOf(marks: SessionMarks, frame: MarkFrame, theme: ChartTheme): MarkLayer | undefined {
  const { eclipse, contact, label, levels } = theme;
  const colors = [eclipse, contact, label, ...Object.values(levels)].join();
  const key = [...Object.values(frame), colors].join();
  if (newest?.marks === marks && newest.key === key) return newest.layer;
  const sheet = sheetOf(frame, theme, colors);
  const layer = sheet && drawLayer(newest?.layer, marks, frame, sheet);
  newest = layer && { marks, key, layer };
  return layer;
}

/** Most urgent last, on top. */
const TICK_KINDS: readonly TickKind[] = [
  'command',
  ...ANOMALY_SEVERITIES.map((severity) => SEVERITY_STATUS[severity]),
];

const COMMAND = TICK_KINDS.indexOf('command');
/** Computed once: a week has thousands of anomalies. */
const KIND_OF_SEVERITY = Object.fromEntries(
  ANOMALY_SEVERITIES.map((severity) => [severity, TICK_KINDS.indexOf(SEVERITY_STATUS[severity])]),
) as Readonly<Record<AnomalySeverity, number>>;

/** Columns of the sheet. */
const ECLIPSE = 0;
const CONTACT = 1;
const EVENT = 2;
const FIRST_LINE = 3;
const FIRST_SHAPE = FIRST_LINE + TICK_KINDS.length;

const shapeWidthOf = (margin: number, lineWidth: number): number => 2 * margin + lineWidth;

function sheetOf({ em, lineWidth }: MarkFrame, theme: ChartTheme, colors: string): MarkSheet | undefined {
  const key = [em, lineWidth, colors].join();
  if (newestSheet?.key === key) return newestSheet.sheet;
  const { margin, laneHeight, lane, half } = sizesOf(em);
  const shapeWidth = shapeWidthOf(margin, lineWidth);
  const canvas = document.createElement('canvas');
  canvas.width = FIRST_SHAPE + TICK_KINDS.length * shapeWidth;
  canvas.height = LANE_ROW + laneHeight;
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  if (!ctx) return undefined;
  ctx.fillStyle = theme.eclipse;
  ctx.fillRect(ECLIPSE, PLOT_ROW, 1, 2);
  ctx.fillStyle = theme.contact;
  ctx.fillRect(CONTACT, STRIP_ROW, 1, 1);
  ctx.fillStyle = theme.label;
  ctx.fillRect(EVENT, lane - (STRIP_EMS / 2) * em, 1, STRIP_EMS * em);
  for (const [index, kind] of TICK_KINDS.entries()) {
    ctx.fillStyle = kind in theme.levels ? theme.levels[kind as keyof ChartTheme['levels']] : theme.label;
    ctx.globalAlpha = kind === 'caution' || kind === 'standby' ? MINOR_ALPHA : LINE_ALPHA;
    ctx.fillRect(FIRST_LINE + index, PLOT_ROW, 1, 2);
    ctx.fillRect(FIRST_LINE + index, lane, 1, canvas.height - lane);
    ctx.globalAlpha = 1;
    ctx.beginPath();
    addShape(ctx, kind, FIRST_SHAPE + index * shapeWidth + margin + lineWidth / 2, lane, half);
    ctx.fill();
  }
  const pixels = wordImage(ctx.getImageData(0, 0, canvas.width, canvas.height));
  // Nothing is drawn above the shapes. Hidden pixels are all white, or random.
  const isTrue = pixels.words.subarray(FIRST_SHAPE, canvas.width).every((word) => word === 0);
  const sheet = { canvas, pixels: isTrue ? pixels : undefined };
  newestSheet = { key, sheet };
  return sheet;
}

/** Copies columns of the sheet to a column of the layer; a single one is stretched to `width`. */
type PutColumns = (left: number, width: number, column: number, columns: number) => void;

/**
 * Draws a layer in place of the last one, by script: a canvas takes several times as long to combine hundreds
 * of columns.
 */
function drawLayer(
  last: MarkLayer | undefined,
  marks: SessionMarks,
  frame: MarkFrame,
  sheet: MarkSheet,
): MarkLayer | undefined {
  const width = frame.width + 2 * sizesOf(frame.em).margin;
  const { height } = sheet.canvas;
  const canvas = last?.canvas ?? document.createElement('canvas');
  // Setting the size reallocates memory, even if it is the same.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext('2d');
  if (!ctx) return undefined;
  const from = sheet.pixels;
  if (!from) {
    ctx.clearRect(0, 0, width, height);
    layOut(marks, frame, (left, wide, column, columns) =>
      ctx.drawImage(sheet.canvas, column, 0, columns, height, left, 0, wide, height),
    );
    return { canvas };
  }
  const isSameSize = last?.pixels?.width === width && last.pixels.height === height;
  const pixels = isSameSize ? last.pixels : ctx.createImageData(width, height);
  const image = wordImage(pixels);
  image.words.fill(0);
  layOut(marks, frame, (left, wide, column, columns) => putColumns(image, left, wide, from, column, columns));
  ctx.putImageData(pixels, 0, 0);
  return { canvas, pixels };
}

/** Puts all marks into a layer, the topmost last. */
function layOut(marks: SessionMarks, { from, to, width, em, lineWidth }: MarkFrame, put: PutColumns): void {
  const { margin, half } = sizesOf(em);
  const scale: TimeScale = { from, to, left: margin, width };
  const putSpans = (spans: readonly TimeSpan[], column: number): void => {
    for (const span of pixelSpansOf(spans, scale, lineWidth)) put(span.left, span.width, column, 1);
  };
  putSpans(marks.eclipses, ECLIPSE);
  putSpans(marks.contacts, CONTACT);
  putSpans(marks.events, EVENT);

  const topmost = new Int8Array(width + 2 * margin).fill(-1);
  noteTopmost(topmost, marks.commands, scale, () => COMMAND);
  noteTopmost(topmost, marks.anomalies, scale, ({ severity }) => KIND_OF_SEVERITY[severity]);
  const lines = legibleLines(lineSpans(topmost, TICK_KINDS.length, lineWidth), MOST_COVERED * width);
  for (const [kind, spans] of lines.entries()) {
    for (const line of spans) put(line.left, line.width, FIRST_LINE + kind, 1);
  }
  const shapes = shapePixels(topmost, TICK_KINDS.length, Math.max(1, Math.round(2 * half * LEAST_APART)));
  const shapeWidth = shapeWidthOf(margin, lineWidth);
  for (const [kind, places] of shapes.entries()) {
    for (const pixel of places) {
      put(pixel - margin, shapeWidth, FIRST_SHAPE + kind * shapeWidth, shapeWidth);
    }
  }
}

/** Marks where two branches diverge: a line through the chart, with a wedge on the time axis. */
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

/** Adds the shape of a status level; a command is an arrow up. */
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
