import { useAtomValue } from 'jotai';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useMemo } from 'react';
import type { TelemetrySample } from '../../shared/entities.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { CHANNELS, TELEMETRY_CHANNELS, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { ConditionSentence } from '../synoptic/Condition.tsx';
import { type TrendDirection, trendOf } from '../telemetry/trend.ts';
import { ChannelReading } from './ChannelReading.tsx';
import { Countdowns } from './Countdowns.tsx';
import frame from './frame.module.css';
import styles from './readings.module.css';
import { readingAtoms } from './readings.ts';
import { SPARKLINE_SPAN_S, toSparkline } from './sparkline.ts';

/** Replaces the map: the five channels with their trends, and the next events. */
export function SpacecraftPanel() {
  return (
    <>
      <section className={frame.panel} aria-labelledby="wall-spacecraft">
        <h2 id="wall-spacecraft" className="visually-hidden">
          Spacecraft
        </h2>
        <div className={styles.spacecraft}>
          <ul className={styles.gauges}>
            {TELEMETRY_CHANNELS.map((channel) => (
              <Gauge key={channel} channel={channel} />
            ))}
          </ul>
          <ConditionSentence className={styles.condition} />
        </div>
      </section>
      <section className={frame.strip} aria-labelledby="wall-ahead">
        <h2 id="wall-ahead" className="visually-hidden">
          Upcoming
        </h2>
        <Countdowns className={styles.ahead} to={['contact', 'light', 'event']} />
      </section>
    </>
  );
}

const TREND_ICONS: Readonly<Record<TrendDirection, typeof Minus>> = {
  rising: TrendingUp,
  falling: TrendingDown,
  steady: Minus,
};

function Gauge({ channel }: { readonly channel: TelemetryChannel }) {
  const { level, history } = useAtomValue(readingAtoms[channel]);
  return (
    <ChannelReading channel={channel} className={styles.gauge}>
      {level !== 'unknown' && (
        <>
          <Trend channel={channel} history={history} />
          <Spark channel={channel} history={history} />
        </>
      )}
    </ChannelReading>
  );
}

interface HistoryProps {
  readonly channel: TelemetryChannel;
  readonly history: readonly TelemetrySample[];
}

function Trend({ channel, history }: HistoryProps) {
  const { unit, decimals } = CHANNELS[channel];
  const { direction, perMin } = trendOf(history, channel);
  const Icon = TREND_ICONS[direction];
  return (
    <p className={styles.trend}>
      <Icon className={styles.trendIcon} aria-hidden="true" />
      {direction === 'steady' ? 'steady' : `${formatNumber(Math.abs(perMin), decimals)} ${unit}/min`}
      {direction !== 'steady' && <span className="visually-hidden"> {direction}</span>}
    </p>
  );
}

/** `28 V`, `1.5°` */
function formatTick(channel: TelemetryChannel, value: number): string {
  const { unit } = CHANNELS[channel];
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)}${unit === '°' ? '' : '\u00a0'}${unit}`;
}

function Spark({ channel, history }: HistoryProps) {
  const { points, bands, range } = useMemo(() => toSparkline(history, channel), [history, channel]);
  const [low, high] = range.map((value) => formatTick(channel, value));
  return (
    <div className={styles.chart}>
      <p className={styles.scale} aria-hidden="true">
        <span>{high}</span>
        <span>{low}</span>
      </p>
      <svg className={styles.spark} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {bands.map(({ level, y, height }) => (
          <rect key={`${level} ${y}`} data-band={level} x="0" y={y} width="100" height={height} />
        ))}
        <polyline points={points} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.span} aria-hidden="true">
        last {SPARKLINE_SPAN_S} s
      </p>
    </div>
  );
}
