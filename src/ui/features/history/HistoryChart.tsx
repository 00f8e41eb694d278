import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { predictedAt } from '../../../shared/contract/predicted-line.ts';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import type { ChartTheme } from '../../kit/charts/theme.ts';
import { type PlotSize, usePlot } from '../../kit/charts/use-plot.ts';
import { timeCursorAtom, useSetTimeCursor } from '../../mission/link/time-cursor.ts';
import { lookOf } from '../../mission/time/branch-look.ts';
import { comparedIdAtom, shownIdAtom } from '../../mission/time/comparison.ts';
import {
  axisAtom,
  axisMarksAtom,
  changeViewAtom,
  comparedSeriesAtoms,
  firstDifferenceAtom,
  isRecentAtom,
  partedAtoms,
  predictionAtoms,
  seriesAtoms,
} from './atoms.ts';
import { CursorSlider } from './CursorSlider.tsx';
import { panBy, unzoomed, zoomBy, zoomTo } from './chart-view.ts';
import styles from './history.module.css';
import {
  type ChartEffects,
  type ChartFrame,
  historyChartOptions,
  toColumns,
  toComparedColumns,
} from './history-chart.ts';
import { predictedText, readingText, valueText } from './reading.ts';
import { type Series, valueNear } from './series.ts';

interface HistoryChartProps {
  readonly channel: HistoryChannel;
  /** What has been, to the right end of the line. */
  readonly span: TimeRange;
  /** Text alternative of the chart. */
  readonly label: string;
  readonly onColumns: (count: number) => void;
}

/** Chart of a channel over the common span. */
export function HistoryChart({ channel, span, label, onColumns }: HistoryChartProps) {
  const store = useStore();
  const series = useAtomValue(seriesAtoms[channel]);
  const compared = useAtomValue(comparedSeriesAtoms[channel]);
  const difference = useAtomValue(firstDifferenceAtom)?.time;
  const marks = useAtomValue(axisMarksAtom);
  const axis = useAtomValue(axisAtom) ?? span;
  const prediction = useAtomValue(predictionAtoms[channel]);
  const parted = useAtomValue(partedAtoms[channel])?.line;
  const hasAges = useAtomValue(isRecentAtom);
  const setCursor = useSetTimeCursor();
  const change = useSetAtom(changeViewAtom);
  const readingRef = useRef<HTMLSpanElement>(null);
  const comparedReadingRef = useRef<HTMLSpanElement>(null);
  const frameRef = useRef<ChartFrame>({ axis, now: span.to, marks, hasAges, difference, prediction, parted });
  const isOwnCursorRef = useRef(false);

  const columns = useMemo(
    () => (compared ? toComparedColumns(compared, series, span) : toColumns(series, span)),
    [series, compared, span],
  );
  // A new array for a new frame, so that the chart is redrawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks and axis are drawn from the frame
  const data = useMemo<typeof columns>(
    () => [...columns],
    [columns, axis, marks, hasAges, difference, prediction, parted],
  );
  const seriesRef = useRef<{ readonly series: Series; readonly compared?: Series | undefined }>({
    series,
    compared,
  });
  useLayoutEffect(() => {
    frameRef.current = { axis, now: span.to, marks, hasAges, difference, prediction, parted };
    seriesRef.current = { series, compared };
  }, [axis, span.to, marks, hasAges, difference, prediction, parted, series, compared]);

  const effects = useMemo<ChartEffects>(
    () => ({
      // What is to come cannot be zoomed into.
      zoomTo: (next) =>
        change((view, bounds) => (next.from < bounds.end ? zoomTo(view, next, bounds) : view)),
      zoomBy: (factor, anchor) =>
        change((view, bounds) => zoomBy(view, factor, epochMs(Math.min(anchor, bounds.end)), bounds)),
      panBy: (share) => change((view, bounds) => panBy(view, share, bounds)),
      goBack: () => change(unzoomed),
      onColumns,
      onCursor(time) {
        isOwnCursorRef.current = true;
        setCursor(time);
        isOwnCursorRef.current = false;
      },
      onSample(time, x) {
        const held = seriesRef.current;
        const [reading, comparedReading] = [readingRef.current, comparedReadingRef.current];
        if (!reading) return;
        reading.parentElement?.style.setProperty('--cursor-x', `${x}px`);
        const predicted = time === undefined ? undefined : frameRef.current.prediction;
        const newest = held.series.times[held.series.times.length - 1] ?? 0;
        const isAhead = predicted && time !== undefined && time > newest;
        if (isAhead) reading.textContent = predictedText(channel, time, predictedAt(predicted, time));
        else {
          reading.textContent =
            time === undefined ? '' : readingText(channel, time, valueNear(held.series, time));
        }
        if (!comparedReading || !held.compared) return;
        comparedReading.textContent =
          time === undefined ? '' : valueText(channel, valueNear(held.compared, time));
      },
    }),
    [channel, change, setCursor, onColumns],
  );
  const isCompared = compared !== undefined;
  const [shownId = MAIN_BRANCH, comparedId] = [useAtomValue(shownIdAtom), useAtomValue(comparedIdAtom)];
  const looks = useMemo(
    () =>
      isCompared && comparedId !== undefined ? ([lookOf(shownId), lookOf(comparedId)] as const) : undefined,
    [isCompared, shownId, comparedId],
  );
  const makeOptions = useCallback(
    (theme: ChartTheme, size: PlotSize) =>
      historyChartOptions(channel, theme, size, () => frameRef.current, effects, looks),
    [channel, effects, looks],
  );
  const { frameRef: plotFrameRef, plotRef } = usePlot(makeOptions, data);

  // Follows the cursor of all charts, also when the span moves.
  useEffect(() => {
    const follow = () => {
      const plot = plotRef.current;
      if (!plot || isOwnCursorRef.current) return;
      const time = store.get(timeCursorAtom);
      const isInside = time !== undefined && time >= axis.from && time <= axis.to;
      const place = isInside ? { left: plot.valToPos(time, 'x'), top: 0 } : { left: -10, top: -10 };
      plot.setCursor(place);
    };
    follow();
    return store.sub(timeCursorAtom, follow);
  }, [store, plotRef, axis]);

  return (
    <div className={styles.chart}>
      <div className={styles.plotFrame} role="img" aria-label={label}>
        <div ref={plotFrameRef} className={styles.plot} />
        <span className={styles.reading} aria-hidden="true">
          <span ref={readingRef} />
          {isCompared && <span ref={comparedReadingRef} data-hue={looks?.[1].hue} />}
        </span>
      </div>
      <CursorSlider {...{ channel, span, series, compared, prediction }} />
    </div>
  );
}
