import { useAtomValue } from 'jotai';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useMemo } from 'react';
import type { TelemetrySample } from '../../shared/entities.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../shared/limits.ts';
import { nextContactAtom, nextEventAtom, nextLightAtom } from '../clocks/clocks.ts';
import { formatNumber } from '../format.ts';
import { TELEMETRY_STATUS, TELEMETRY_WORDS } from '../status/levels.ts';
import { StatusLabel } from '../status/StatusIcon.tsx';
import { CHANNEL_DISPLAYS } from '../telemetry/channels.ts';
import { type TrendDirection, trendOf } from '../telemetry/trend.ts';
import { Countdown } from './Countdown.tsx';
import { readingAtoms, WALL_NAMES } from './readings.ts';
import { toSparkline } from './sparkline.ts';
import styles from './wall.module.css';

/** Instead of the map: the five channels with where they head, and what comes next. */
export function SpacecraftPanel() {
  return (
    <>
      <section className={styles.panel} aria-labelledby="wall-spacecraft">
        <h2 id="wall-spacecraft" className="visually-hidden">
          Spacecraft
        </h2>
        <ul className={styles.gauges}>
          {TELEMETRY_CHANNELS.map((channel) => (
            <Gauge key={channel} channel={channel} />
          ))}
        </ul>
      </section>
      <section className={styles.strip} aria-labelledby="wall-ahead">
        <h2 id="wall-ahead" className="visually-hidden">
          What comes next
        </h2>
        <dl className={styles.ahead}>
          <Countdown milestone={useAtomValue(nextContactAtom)} otherwise="Next contact" />
          <Countdown milestone={useAtomValue(nextLightAtom)} otherwise="Eclipse" />
          <Countdown milestone={useAtomValue(nextEventAtom)} otherwise="Next event" />
        </dl>
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
  const { level, text, history } = useAtomValue(readingAtoms[channel]);
  const isKnown = level !== 'unknown';
  return (
    <li className={styles.gauge} data-channel={channel} data-level={level}>
      <h3 className={styles.term}>{WALL_NAMES[channel]}</h3>
      <p className={styles.large}>
        {text}
        <span className={styles.unit}> {CHANNEL_DISPLAYS[channel].unit}</span>
      </p>
      <p className={styles.state}>
        <StatusLabel level={TELEMETRY_STATUS[level]} word={TELEMETRY_WORDS[level]} />
      </p>
      {isKnown && <Trend channel={channel} history={history} />}
      {isKnown && <Spark channel={channel} history={history} />}
    </li>
  );
}

interface HistoryProps {
  readonly channel: TelemetryChannel;
  readonly history: readonly TelemetrySample[];
}

function Trend({ channel, history }: HistoryProps) {
  const { unit, decimals } = CHANNEL_DISPLAYS[channel];
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

function Spark({ channel, history }: HistoryProps) {
  const { points, bands } = useMemo(() => toSparkline(history, channel), [history, channel]);
  return (
    <svg className={styles.spark} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {bands.map(({ level, y, height }) => (
        <rect key={`${level} ${y}`} data-band={level} x="0" y={y} width="100" height={height} />
      ))}
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
