import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { Degrees, EpochMs } from '../../../shared/kit/units.ts';
import type { Pass, SkyArc } from '../../../shared/orbit/passes.ts';
import type { ChartTheme } from '../../kit/charts/theme.ts';
import { type PlotSize, usePlot } from '../../kit/charts/use-plot.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { arcElevationAt } from '../../kit/sky/sky-geometry.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { timeCursorAtom, useSetTimeCursor } from '../../mission/link/time-cursor.ts';
import { elevationChartOptions, toElevationColumns } from './elevation-chart.ts';
import styles from './sky.module.css';

interface ElevationChartProps {
  readonly pass: Pass;
  readonly arc: SkyArc;
  /** Elevation from which the pass counts; drawn if above the horizon. */
  readonly mask: Degrees;
  readonly now: EpochMs;
  /** Text alternative of the chart. */
  readonly label: string;
}

/** Elevation over a pass, with a line for the current time. */
export function ElevationChart({ pass, arc, mask, now, label }: ElevationChartProps) {
  const store = useStore();
  const setCursor = useSetTimeCursor();
  const columns = useMemo(() => toElevationColumns(arc), [arc]);
  const makeOptions = useCallback(
    (theme: ChartTheme, size: PlotSize) =>
      elevationChartOptions(pass, mask, theme, size, setCursor, () => store.get(missionSecondAtom)),
    [pass, mask, setCursor, store],
  );
  const { frameRef, plotRef } = usePlot(makeOptions, columns);
  const cursor = useAtomValue(timeCursorAtom);
  const pointed = cursor === undefined ? undefined : arcElevationAt(arc, cursor);
  const isInProgress = now >= pass.aos && now <= pass.los;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line of the present moment moves with `now`
  useEffect(() => {
    if (isInProgress) plotRef.current?.redraw(false);
  }, [isInProgress, now, plotRef]);

  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div ref={frameRef} className={styles.chartPlot} />
      <span className={styles.reading} aria-hidden="true">
        {cursor !== undefined &&
          pointed !== undefined &&
          `${formatUtcTime(cursor)}  ${formatNumber(pointed, 1)}°`}
      </span>
    </div>
  );
}
