import type uPlot from 'uplot';
import type { HistoryChannel, SessionMarks } from '../../shared/history.ts';
import { chartedChannel } from '../../shared/model-channels.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../shared/units.ts';
import { axisStyle, type ChartTheme } from '../kit/charts/theme.ts';
import type { PlotSize } from '../kit/charts/use-plot.ts';
import { ageSplits, drawLimitBands } from '../telemetry/chart-options.ts';
import { chartRange } from '../telemetry/limit-bands.ts';
import type { Span } from './chart-view.ts';
import { drawMarks, MARK_LANE_EMS } from './draw-marks.ts';
import { followGestures, type GestureEffects } from './follow-gestures.ts';
import type { Series } from './series.ts';
import { tickLabels, timeTicks } from './time-axis.ts';

/** What all charts share. */
export interface ChartFrame {
  readonly span: Span;
  readonly marks: SessionMarks;
  /** The axis counts back from the newest sample instead of telling the time. */
  readonly hasAges: boolean;
}

export interface ChartEffects extends GestureEffects {
  /**
   * Index of the sample under the cursor, or nothing when the cursor is elsewhere.
   * @param x of the cursor, in CSS pixels from the left end of the plot with its axis
   */
  readonly onSample: (index: number | undefined, x: number) => void;
  /** The instant under the pointer, or nothing when it leaves. */
  readonly onCursor: (time: EpochMs | undefined) => void;
  readonly goBack: () => void;
  /** Pixel columns of the screen. */
  readonly onColumns: (count: number) => void;
}

/** Width of a label of the time axis with its space, in letters. */
const LABEL_EMS = 6.5;
/** A shorter movement is a click. */
const LEAST_DRAG_PX = 5;

/** A series in uPlot's format; null where it has a gap. At least two instants, so that an empty chart has its axes. */
export function toColumns({ times, values }: Series, { from, to }: Span): uPlot.AlignedData {
  if (times.length === 0) {
    return [
      [from, to],
      [null, null],
    ];
  }
  return [Array.from(times), Array.from(values, (value) => (Number.isNaN(value) ? null : value))];
}

/** Samples without a neighbour have no line, so that they are drawn as points. */
export function lonelyIndices(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (index: number): boolean => typeof values[index] === 'number';
  const lonely: number[] = [];
  for (let index = 0; index < values.length; index += 1)
    if (isThere(index) && !isThere(index - 1) && !isThere(index + 1)) lonely.push(index);
  return lonely;
}

/** Plot of a channel over any span of the session; drag, wheel and fingers zoom it. */
export function historyChartOptions(
  channel: HistoryChannel,
  theme: ChartTheme,
  size: PlotSize,
  readFrame: () => ChartFrame,
  effects: ChartEffects,
): uPlot.Options {
  const definition = chartedChannel(channel);
  const axis = axisStyle(theme);
  const lineWidth = theme.fontPx / 6;
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [() => theme.fontPx * (readFrame().hasAges ? 0.6 : MARK_LANE_EMS), theme.fontPx * 0.5, 0, 0],
    scales: {
      x: {
        time: true,
        range: () => {
          const { from, to } = readFrame().span;
          return [from, to];
        },
      },
      y: { range: (_plot, low, high) => chartRange(definition, low, high) },
    },
    axes: [
      {
        ...axis,
        size: theme.fontPx * 1.9,
        gap: theme.fontPx * 0.3,
        splits: (plot) => {
          const { span, hasAges } = readFrame();
          const widthEms = plot.width / theme.fontPx;
          if (hasAges)
            return ageSplits(span.to / MS_PER_S, widthEms).map((seconds) => Math.round(seconds * MS_PER_S));
          return [...timeTicks(span, Math.max(1, Math.floor(widthEms / LABEL_EMS)))];
        },
        values: (_plot, splits) => {
          const { span, hasAges } = readFrame();
          if (!hasAges) return [...tickLabels(splits.map(epochMs))];
          return splits.map((time) => `${formatNumber((time - span.to) / MS_PER_S, 0)} s`);
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
      {
        stroke: theme.line,
        fill: theme.fill,
        width: lineWidth,
        points: {
          show: true,
          size: lineWidth * 2,
          fill: theme.line,
          filter: ({ data }) => lonelyIndices(data[1] ?? []),
        },
      },
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
      ready: [({ bbox }) => effects.onColumns(bbox.width)],
      setSize: [({ bbox }) => effects.onColumns(bbox.width)],
      drawClear: [
        (plot) => {
          drawMarks(plot, readFrame().marks, theme);
          drawLimitBands(plot, definition, theme);
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
          effects.onSample(idx ?? undefined, plot.over.offsetLeft + left);
          // Moved here by its pointer, and not by another chart.
          if (event && event.type !== 'mouseleave' && left >= 0)
            effects.onCursor(epochMs(plot.posToVal(left, 'x')));
        },
      ],
    },
  };
}
