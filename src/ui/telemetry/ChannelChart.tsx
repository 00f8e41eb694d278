import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/limits.ts';
import { usePageVisible } from '../use-page-visible.ts';
import { type ChartTheme, channelChartOptions } from './chart-options.ts';
import { toChannelColumns } from './columns.ts';
import styles from './telemetry.module.css';

interface ChannelChartProps {
  readonly channel: TelemetryChannel;
  readonly history: readonly TelemetrySample[];
  /** What the chart shows, in words. */
  readonly label: string;
}

function readTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: token('--chart-line'),
    fill: token('--chart-fill'),
    grid: token('--line-subtle'),
    label: token('--text-quiet'),
    warning: token('--status-caution'),
    critical: token('--status-critical'),
    fontPx: Math.round(Number.parseFloat(style.fontSize)) || 12,
  };
}

/** A channel's history as a uPlot chart: made once, fed by `setData`, still while the page is hidden. */
export function ChannelChart({ channel, history, label }: ChannelChartProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const readingRef = useRef<HTMLSpanElement>(null);
  const plotRef = useRef<uPlot | undefined>(undefined);
  const columns = useMemo(() => toChannelColumns(history, channel), [history, channel]);
  const columnsRef = useRef(columns);
  const isVisible = usePageVisible();

  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    let plot: uPlot | undefined;
    let fontPx = 0;
    const showReading = (reading: string | undefined) => {
      if (readingRef.current) readingRef.current.textContent = reading ?? '';
    };
    // The type grows with the screen: a new size of type needs a new plot, a new size of card does not.
    const layOut = () => {
      const size = { width: frame.clientWidth, height: frame.clientHeight };
      if (size.width === 0 || size.height === 0) return;
      const theme = readTheme(frame);
      if (plot && theme.fontPx === fontPx) {
        plot.setSize(size);
        return;
      }
      fontPx = theme.fontPx;
      plot?.destroy();
      plot = new uPlot(channelChartOptions(channel, theme, size, showReading), columnsRef.current, frame);
      plotRef.current = plot;
    };
    const observer = new ResizeObserver(layOut);
    observer.observe(frame);
    layOut();
    return () => {
      observer.disconnect();
      plot?.destroy();
      plotRef.current = undefined;
    };
  }, [channel]);

  useEffect(() => {
    columnsRef.current = columns;
    if (isVisible) plotRef.current?.setData(columns);
  }, [columns, isVisible]);

  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div ref={frameRef} className={styles.plot} />
      <span ref={readingRef} className={styles.reading} aria-hidden="true" />
    </div>
  );
}
