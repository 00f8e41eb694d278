import { useAtomValue } from 'jotai';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { TelemetrySample } from '../../shared/entities/entities.ts';
import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../shared/kit/quantity-text.ts';
import { chartAxisAtom, chartSpanAtom, useSparkline } from '../features/telemetry/past-orbit.ts';
import { SparkPlot } from '../features/telemetry/SparkPlot.tsx';
import { formatTick, spanText } from '../features/telemetry/sparkline.ts';
import { TELEMETRY_STATUS, TELEMETRY_TEXT } from '../features/telemetry/telemetry-levels.ts';
import { type TrendDirection, trendOf } from '../features/telemetry/trend.ts';
import { StatusIcon, StatusLabel } from '../kit/status/StatusIcon.tsx';
import { storyAnomalyAtom } from './atoms.ts';
import frame from './frame.module.css';
import { readingAtoms } from './readings.ts';
import texts from './text.module.css';
import styles from './tiles.module.css';

interface Props {
  /** True to show trend, scale and time too. */
  readonly isLarge: boolean;
  /** True to show states that are not nominal as words. */
  readonly hasStates?: boolean;
}

/** The five channels, each with its value, its past orbit and the next one. */
export function TelemetryTiles({ isLarge, hasStates = true }: Props) {
  return (
    <section className={frame.tiles} aria-labelledby="wall-telemetry">
      <h2 id="wall-telemetry" className="visually-hidden">
        {isLarge ? 'Spacecraft' : 'Telemetry'}
      </h2>
      <ul className={styles.tiles} data-large={isLarge}>
        {TELEMETRY_CHANNELS.map((channel) => (
          <Tile key={channel} channel={channel} isLarge={isLarge} hasStates={hasStates} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ channel, isLarge, hasStates }: Props & { readonly channel: TelemetryChannel }) {
  const { level, isWeak, text, history } = useAtomValue(readingAtoms[channel]);
  const storyAnomaly = useAtomValue(storyAnomalyAtom);
  const { shortName, unit } = CHANNELS[channel];
  const [status, word] = isWeak
    ? (['caution', WEAK] as const)
    : ([TELEMETRY_STATUS[level], TELEMETRY_TEXT[level]] as const);
  const isNominal = level === 'nominal' && !isWeak;
  const isQuiet = isNominal || !hasStates;
  return (
    <li
      className={styles.tile}
      data-channel={channel}
      data-level={level}
      data-story={storyAnomaly && storyAnomaly.type === shortName}
    >
      <h3 className={texts.term}>{shortName}</h3>
      <p className={styles.state} data-quiet={isQuiet} data-nominal={isNominal}>
        {isQuiet ? (
          <span data-status={status}>
            <StatusIcon level={status} />
            <span className="visually-hidden">{word}</span>
          </span>
        ) : (
          <StatusLabel level={status} word={word} />
        )}
      </p>
      <p className={styles.value}>
        {text}
        <span className={styles.unit}> {unit}</span>
      </p>
      {isLarge && level !== 'unknown' && <Trend channel={channel} history={history} />}
      {level !== 'unknown' && <Spark channel={channel} isLarge={isLarge} history={history} />}
    </li>
  );
}

/** Short, because there is no space for more. */
const WEAK = (
  <>
    Low<span className="visually-hidden"> for this light</span>
  </>
);

/** All charts share one span, which the first one states. */
const [FIRST] = TELEMETRY_CHANNELS;

const TREND_ICONS: Readonly<Record<TrendDirection, typeof Minus>> = {
  rising: TrendingUp,
  falling: TrendingDown,
  steady: Minus,
  unsteady: Minus,
};

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
      {perMin === undefined
        ? direction
        : `${formatNumber(Math.abs(perMin), Math.abs(perMin) < 10 ? decimals : 0)} ${unit}/min`}
      {perMin !== undefined && <span className="visually-hidden"> {direction}</span>}
    </p>
  );
}

function Spark({ channel, isLarge, history }: HistoryProps & { readonly isLarge: boolean }) {
  const span = useAtomValue(chartSpanAtom);
  const { to } = useAtomValue(chartAxisAtom);
  const sparkline = useSparkline(channel, isLarge, history);
  const [low, high] = sparkline.range.map((value) => formatTick(channel, value));
  return (
    <div className={styles.chart}>
      {isLarge && (
        <p className={styles.scale} aria-hidden="true">
          <span className={styles.high}>{high}</span>
          <span className={styles.low}>{low}</span>
        </p>
      )}
      <div className={styles.plot}>
        <SparkPlot {...sparkline} />
      </div>
      {isLarge && (
        <p className={styles.span} aria-hidden="true">
          {channel === FIRST && (to > span.to ? `+${spanText({ from: span.to, to })}` : `−${spanText(span)}`)}
        </p>
      )}
    </div>
  );
}
