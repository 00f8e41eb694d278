import { useAtomValue } from 'jotai';
import type { PointerEvent } from 'react';
import { predictedAt } from '../../../shared/contract/predicted-line.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { timeCursorAtom, useSetTimeCursor } from '../../mission/link/time-cursor.ts';
import { outlookAtom } from '../../mission/look-ahead/outlook.ts';
import { partingOf } from '../../mission/look-ahead/partings.ts';
import { chartAxisAtom, chartSpanAtom, useComing, useSparkline } from './past-orbit.ts';
import { SparkPlot } from './SparkPlot.tsx';
import { formatTick, readingAt } from './sparkline.ts';
import { summariseChannel } from './summary.ts';
import styles from './telemetry.module.css';

interface PastOrbitProps {
  readonly channel: TelemetryChannel;
  /** The newest samples. */
  readonly history: readonly TelemetrySample[];
  readonly isStale: boolean;
}

/** A channel over the past orbit and the next one, scaled to its changes. The cursor is that of all charts. */
export function PastOrbit({ channel, history, isStale }: PastOrbitProps) {
  const span = useAtomValue(chartSpanAtom);
  const { from, to } = useAtomValue(chartAxisAtom);
  const { range, readings, ...plot } = useSparkline(channel, false, history);
  const cursor = useAtomValue(timeCursorAtom);
  const setCursor = useSetTimeCursor();
  const { decimals, unit } = CHANNELS[channel];
  const coming = useComing(channel);
  const parting = partingOf(useAtomValue(outlookAtom), channel);
  const predicted = cursor === undefined || !coming ? undefined : predictedAt(coming, cursor);
  const reading =
    cursor === undefined
      ? undefined
      : (readingAt(readings, cursor) ??
        (predicted === undefined ? undefined : { time: cursor, value: predicted }));
  const [low, high] = range.map((value) => formatTick(channel, value));
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    setCursor(addMs(from, Math.round(share * (to - from))));
  };
  return (
    <div
      className={styles.past}
      role="img"
      aria-label={summariseChannel(
        channel,
        history,
        isStale,
        { ...span, readings },
        coming && { ...coming, from: span.to, to },
        parting,
      )}
    >
      <div className={styles.pastPlot} onPointerMove={follow} onPointerLeave={() => setCursor(undefined)}>
        <SparkPlot {...plot} />
        {reading && (
          <span
            className={styles.cursor}
            style={{ left: `${(100 * (reading.time - from)) / (to - from)}%` }}
            aria-hidden="true"
          />
        )}
      </div>
      <p className={styles.scale} aria-hidden="true">
        <span>{high}</span>
        <span>{low}</span>
      </p>
      {reading && (
        <span className={styles.reading} aria-hidden="true">
          {formatUtcTime(reading.time)} {reading.time > span.to && 'about '}
          {formatNumber(reading.value, decimals)} {unit}
        </span>
      )}
    </div>
  );
}
