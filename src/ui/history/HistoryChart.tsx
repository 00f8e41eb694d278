import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { HistoryChannel } from '../../shared/history.ts';
import { epochMs } from '../../shared/units.ts';
import type { ChartTheme } from '../kit/charts/theme.ts';
import { type PlotSize, usePlot } from '../kit/charts/use-plot.ts';
import { timeCursorAtom, useSetTimeCursor } from '../mission/time-cursor.ts';
import { changeViewAtom, isRecentAtom, marksAtom, seriesAtoms } from './atoms.ts';
import { CursorSlider } from './CursorSlider.tsx';
import { panBy, type Span, unzoomed, zoomBy, zoomTo } from './chart-view.ts';
import styles from './history.module.css';
import { type ChartEffects, type ChartFrame, historyChartOptions, toColumns } from './history-chart.ts';
import { readingText } from './reading.ts';

interface HistoryChartProps {
  readonly channel: HistoryChannel;
  readonly span: Span;
  /** Text alternative of the chart. */
  readonly label: string;
  readonly onColumns: (count: number) => void;
}

/** A channel over the span that all charts show. */
export function HistoryChart({ channel, span, label, onColumns }: HistoryChartProps) {
  const store = useStore();
  const series = useAtomValue(seriesAtoms[channel]);
  const marks = useAtomValue(marksAtom);
  const hasAges = useAtomValue(isRecentAtom);
  const setCursor = useSetTimeCursor();
  const change = useSetAtom(changeViewAtom);
  const readingRef = useRef<HTMLSpanElement>(null);
  const frameRef = useRef<ChartFrame>({ span, marks, hasAges });
  const isOwnCursorRef = useRef(false);

  const columns = useMemo(() => toColumns(series, span), [series, span]);
  // Another array for another frame: the chart is drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks and axis are drawn from the frame
  const data = useMemo<typeof columns>(() => [...columns], [columns, marks, hasAges]);
  const columnsRef = useRef(columns);
  useLayoutEffect(() => {
    frameRef.current = { span, marks, hasAges };
    columnsRef.current = columns;
  }, [span, marks, hasAges, columns]);

  const effects = useMemo<ChartEffects>(
    () => ({
      zoomTo: (next) => change((view, bounds) => zoomTo(view, next, bounds)),
      zoomBy: (factor, anchor) => change((view, bounds) => zoomBy(view, factor, anchor, bounds)),
      panBy: (share) => change((view, bounds) => panBy(view, share, bounds)),
      goBack: () => change(unzoomed),
      onColumns,
      onCursor(time) {
        isOwnCursorRef.current = true;
        setCursor(time);
        isOwnCursorRef.current = false;
      },
      onSample(index, x) {
        const [times, values] = columnsRef.current;
        const time = index === undefined ? undefined : times[index];
        const reading = readingRef.current;
        if (!reading) return;
        reading.style.setProperty('--cursor-x', `${x}px`);
        reading.textContent =
          time === undefined || index === undefined
            ? ''
            : readingText(channel, epochMs(time), values?.[index] ?? undefined);
      },
    }),
    [channel, change, setCursor, onColumns],
  );
  const makeOptions = useCallback(
    (theme: ChartTheme, size: PlotSize) =>
      historyChartOptions(channel, theme, size, () => frameRef.current, effects),
    [channel, effects],
  );
  const { frameRef: plotFrameRef, plotRef } = usePlot(makeOptions, data);

  // The cursor of all charts, and at its place in a moved span.
  useEffect(() => {
    const follow = () => {
      const plot = plotRef.current;
      if (!plot || isOwnCursorRef.current) return;
      const time = store.get(timeCursorAtom);
      const isInside = time !== undefined && time >= span.from && time <= span.to;
      const place = isInside ? { left: plot.valToPos(time, 'x'), top: 0 } : { left: -10, top: -10 };
      plot.setCursor(place);
    };
    follow();
    return store.sub(timeCursorAtom, follow);
  }, [store, plotRef, span]);

  return (
    <div className={styles.chart}>
      <div className={styles.plotFrame} role="img" aria-label={label}>
        <div ref={plotFrameRef} className={styles.plot} />
        <span ref={readingRef} className={styles.reading} aria-hidden="true" />
      </div>
      <CursorSlider channel={channel} span={span} series={series} />
    </div>
  );
}
