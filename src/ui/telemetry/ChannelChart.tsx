import { useCallback, useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import type { TelemetrySample } from '../../shared/entities.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { MS_PER_S } from '../../shared/units.ts';
import type { ChartTheme } from '../kit/charts/theme.ts';
import { type PlotSize, usePlot } from '../kit/charts/use-plot.ts';
import { useSetTimeCursor } from '../mission/time-cursor.ts';
import { channelChartOptions } from './chart-options.ts';
import styles from './telemetry.module.css';

interface ChannelChartProps {
  readonly channel: TelemetryChannel;
  readonly history: readonly TelemetrySample[];
  /** Text alternative of the chart. */
  readonly label: string;
}

/** A channel's history with its limit bands. */
export function ChannelChart({ channel, history, label }: ChannelChartProps) {
  const setCursor = useSetTimeCursor();
  const readingRef = useRef<HTMLSpanElement>(null);
  const columns = useMemo(() => toChannelColumns(history, channel), [history, channel]);
  const makeOptions = useCallback(
    (theme: ChartTheme, size: PlotSize) =>
      channelChartOptions(
        channel,
        theme,
        size,
        (reading) => {
          if (readingRef.current) readingRef.current.textContent = reading ?? '';
        },
        setCursor,
      ),
    [channel, setCursor],
  );
  const { frameRef } = usePlot(makeOptions, columns);

  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div ref={frameRef} className={styles.plot} />
      <span ref={readingRef} className={styles.reading} aria-hidden="true" />
    </div>
  );
}

/** A channel's history in uPlot's format: a column of ascending Unix seconds, and one of values. */
export function toChannelColumns(
  history: readonly TelemetrySample[],
  channel: TelemetryChannel,
): uPlot.AlignedData {
  return [history.map(({ timestamp }) => timestamp / MS_PER_S), history.map((sample) => sample[channel])];
}
