import uPlot from 'uplot';
import type { HistoryChannel, SessionMarks } from '../../../shared/contract/history.ts';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { axisStyle, type ChartTheme } from '../../kit/charts/theme.ts';
import { tickLabels, timeTicks, withinAxis } from '../../kit/charts/time-axis.ts';
import type { PlotSize } from '../../kit/charts/use-plot.ts';
import { chartedChannel } from '../../mission/link/model-channels.ts';
import type { BranchLook } from '../../mission/time/branch-look.ts';
import { chartRange } from '../telemetry/limit-bands.ts';
import { ageSplits, drawLimitBands } from './chart-parts.ts';
import { drawLine } from './draw-line.ts';
import { drawDifference, drawMarks, MARK_LANE_EMS } from './draw-marks.ts';
import { drawParted, drawPrediction } from './draw-prediction.ts';
import { followGestures, type GestureEffects } from './follow-gestures.ts';
import type { Prediction } from './prediction.ts';
import type { Series } from './series.ts';

/** State shared by all charts. */
export interface ChartFrame {
  /** The time axis, which may end later than the data. */
  readonly axis: TimeRange;
  /** End of what has been: what is predicted begins there. */
  readonly now: EpochMs;
  readonly marks: SessionMarks;
  /** True if the axis counts back from the newest sample instead of giving the time. */
  readonly hasAges: boolean;
  /** Where the two compared branches diverge. */
  readonly difference?: EpochMs | undefined;
  /** What is to come, as predicted; absent for charts of the past alone. */
  readonly prediction?: Prediction | undefined;
  /** What was predicted of readings that have left it. */
  readonly parted?: PredictedChannel | undefined;
}

export interface ChartEffects extends GestureEffects {
  /**
   * Instant of the sample under the cursor; nothing when the cursor is elsewhere.
   * @param x of the cursor, in CSS pixels from the left end of the plot with its axis
   */
  readonly onSample: (time: EpochMs | undefined, x: number) => void;
  /** Instant under the pointer; nothing when it leaves. */
  readonly onCursor: (time: EpochMs | undefined) => void;
  readonly goBack: () => void;
  /** Number of pixel columns, each as wide as the line. */
  readonly onColumns: (count: number) => void;
}

/** Space right of the plot. */
const MARGIN_EMS = 0.5;
/** Width of a time-axis label with its spacing, in ems. */
const LABEL_EMS = 6.5;
/** A shorter movement is a click. */
const LEAST_DRAG_PX = 5;

/** Converts a series to uPlot's format; null is a gap. At least two instants, so that an empty chart has axes. */
export function toColumns({ times, values }: Series, { from, to }: TimeRange): uPlot.AlignedData {
  if (times.length === 0) {
    return [
      [from, to],
      [null, null],
    ];
  }
  if (times instanceof Float64Array && values instanceof Float64Array && !values.includes(Number.NaN)) {
    return [times, values];
  }
  const columns: [number[], (number | null)[]] = [new Array(times.length), new Array(times.length)];
  for (let index = 0; index < times.length; index += 1) {
    const value = values[index] as number;
    columns[0][index] = times[index] as number;
    columns[1][index] = Number.isNaN(value) ? null : value;
  }
  return columns;
}

/**
 * Converts two series to one time axis, in the order of the plot's lines: null is a gap, and undefined where
 * only the other one has an instant.
 */
export function toComparedColumns(one: Series, other: Series, span: TimeRange): uPlot.AlignedData {
  const [times, values] = toColumns(one, span);
  const [otherTimes, otherValues] = toColumns(other, span);
  const columns: [number[], (number | null | undefined)[], (number | null | undefined)[]] = [[], [], []];
  let [index, otherIndex] = [0, 0];
  while (index < times.length || otherIndex < otherTimes.length) {
    const [time = Number.POSITIVE_INFINITY, otherTime = Number.POSITIVE_INFINITY] = [
      times[index],
      otherTimes[otherIndex],
    ];
    columns[0].push(Math.min(time, otherTime));
    columns[1].push(time <= otherTime ? values?.[index++] : undefined);
    columns[2].push(otherTime <= time ? otherValues?.[otherIndex++] : undefined);
  }
  return columns;
}

/** Indices of samples without a neighbour: having no line, they are drawn as points. */
export function lonelyIndices(values: ArrayLike<number | null | undefined>): number[] {
  if (values instanceof Float64Array) return values.length === 1 ? [0] : []; // no gaps
  const lonely: number[] = [];
  let isAfterOne = false;
  let last: number | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value === undefined) continue;
    if (value === null) {
      if (last !== undefined && !isAfterOne) lonely.push(last);
      last = undefined;
    } else {
      isAfterOne = last !== undefined;
      last = index;
    }
  }
  if (last !== undefined && !isAfterOne) lonely.push(last);
  return lonely;
}

/** Lower and higher one of two values, of which either may be missing. */
const lowerOf = (one: number | null, other = Number.POSITIVE_INFINITY): number | null =>
  one === null && !Number.isFinite(other) ? null : Math.min(one ?? other, other);
const higherOf = (one: number | null, other = Number.NEGATIVE_INFINITY): number | null =>
  one === null && !Number.isFinite(other) ? null : Math.max(one ?? other, other);

/** Plot of a channel over any span of the session, zoomed by drag, wheel and fingers. */
export function historyChartOptions(
  channel: HistoryChannel,
  theme: ChartTheme,
  size: PlotSize,
  readFrame: () => ChartFrame,
  effects: ChartEffects,
  looks: readonly [shown: BranchLook, compared: BranchLook] | undefined,
): uPlot.Options {
  const definition = chartedChannel(channel);
  const axis = axisStyle(theme);
  const lineWidth = theme.fontPx / 6;
  const lineOf = (stroke: string): uPlot.Series => ({
    stroke,
    width: lineWidth,
    paths: drawLine,
    points: {
      show: true,
      size: lineWidth * 2,
      fill: stroke,
      filter: ({ data }, index) => lonelyIndices(data[index] ?? []),
    },
  });
  const branchLine = ({ hue, dash }: BranchLook): uPlot.Series => ({
    ...lineOf(theme.branches[hue] ?? theme.line),
    dash: dash.map((widths) => widths * lineWidth),
  });
  // Of the samples within a line's width, a plot needs the first, lowest, highest and last.
  const reportColumns = ({ bbox }: uPlot): void =>
    effects.onColumns(Math.ceil(bbox.width / Math.max(1, lineWidth * uPlot.pxRatio)));
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [
      () => theme.fontPx * (readFrame().hasAges ? 0.6 : MARK_LANE_EMS),
      theme.fontPx * MARGIN_EMS,
      0,
      0,
    ],
    scales: {
      x: {
        time: true,
        range: () => {
          const { from, to } = readFrame().axis;
          return [from, to];
        },
      },
      y: {
        range: (_plot, low, high) => {
          const { prediction: { least, most } = {}, parted: { values = [] } = {} } = readFrame();
          return chartRange(
            definition,
            lowerOf(lowerOf(low, least), Math.min(...values)),
            higherOf(higherOf(high, most), Math.max(...values)),
          );
        },
      },
    },
    axes: [
      {
        ...axis,
        size: theme.fontPx * 1.9,
        gap: theme.fontPx * 0.3,
        splits: (plot) => {
          const { axis: shown, hasAges } = readFrame();
          const widthEms = plot.width / theme.fontPx;
          if (hasAges)
            return ageSplits(shown.to / MS_PER_S, widthEms).map((seconds) => Math.round(seconds * MS_PER_S));
          return [...timeTicks(shown, Math.max(1, Math.floor(widthEms / LABEL_EMS)))];
        },
        values: (plot, splits) => {
          const { axis: shown, hasAges } = readFrame();
          if (!hasAges) {
            const widthEms = plot.bbox.width / uPlot.pxRatio / theme.fontPx;
            return [...withinAxis(tickLabels(splits.map(epochMs)), splits, shown, widthEms, MARGIN_EMS)];
          }
          return splits.map((time) => `${formatNumber((time - shown.to) / MS_PER_S, 0)} s`);
        },
      },
      {
        ...axis,
        size: theme.fontPx * 3.4,
        gap: theme.fontPx * 0.4,
        space: theme.fontPx * 2.35,
        values: (_plot, splits) => splits.map((value) => formatNumber(value, value % 1 === 0 ? 0 : 1)),
      },
    ],
    series: [
      {},
      // Drawn below, so that it is visible where the branches diverge.
      ...(looks ? [branchLine(looks[1])] : []),
      { ...(looks ? branchLine(looks[0]) : lineOf(theme.line)), fill: theme.fill },
    ],
    cursor: {
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      y: false,
      points: { size: theme.fontPx * 0.6 },
      bind: {
        dblclick: () => () => {
          effects.goBack();
          return null;
        },
      },
    },
    hooks: {
      init: [
        (plot) => {
          followGestures(plot, effects);
          plot.over.addEventListener('mouseleave', () => effects.onCursor(undefined));
        },
      ],
      ready: [reportColumns],
      setSize: [reportColumns],
      // Over the grid: faults are drawn at whole or half minutes, where grid lines would hide them.
      drawAxes: [
        (plot) => {
          drawMarks(plot, readFrame().marks, theme);
          drawLimitBands(plot, definition, theme);
        },
      ],
      draw: [
        (plot) => {
          const { difference, prediction, parted, now } = readFrame();
          if (parted) drawParted(plot, parted, now, theme);
          if (prediction) drawPrediction(plot, prediction, now, theme);
          if (difference !== undefined) drawDifference(plot, difference, theme);
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          const [from, to] = [left, left + width].map((x) => epochMs(plot.posToVal(x, 'x')));
          if (from !== undefined && to !== undefined) effects.zoomTo({ from, to });
        },
      ],
      setCursor: [
        (plot) => {
          const { idx, left = -1, event } = plot.cursor;
          const isAhead =
            left >= 0 && plot.posToVal(left, 'x') > (plot.data[0].at(-1) ?? Number.POSITIVE_INFINITY);
          const sample = idx === null || idx === undefined ? undefined : plot.data[0][idx];
          const time = isAhead && readFrame().prediction ? plot.posToVal(left, 'x') : sample;
          // Not `offsetLeft`, which would force a layout at each redraw.
          const axisWidth = plot.bbox.left / uPlot.pxRatio;
          effects.onSample(time === undefined ? undefined : epochMs(time), axisWidth + left);
          // Moved by its own pointer, not by another chart.
          if (event && event.type !== 'mouseleave' && left >= 0)
            effects.onCursor(epochMs(plot.posToVal(left, 'x')));
        },
      ],
    },
  };
}
