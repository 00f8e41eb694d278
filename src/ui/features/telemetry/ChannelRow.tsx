import { useAtomValue } from 'jotai';
import { Activity, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  type ChartedChannel,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import styles from './telemetry.module.css';
import { designModeAtom, isWeakAtom, TELEMETRY_STATUS, TELEMETRY_TEXT } from './telemetry-levels.ts';
import { type TrendDirection, trendOf } from './trend.ts';

interface ChannelRowProps {
  readonly channel: TelemetryChannel;
  /** Oldest first, at least one sample. */
  readonly history: readonly TelemetrySample[];
  readonly isStale: boolean;
  /** Shown below the figures. */
  readonly note?: ReactNode;
  readonly chart: ReactNode;
}

const TREND_ICONS: Readonly<Record<TrendDirection, typeof Minus>> = {
  rising: TrendingUp,
  falling: TrendingDown,
  steady: Minus,
  unsteady: Activity,
};

/** One channel: name, value, unit, level, trend and chart. */
export function ChannelRow({ channel, history, isStale, note, chart }: ChannelRowProps) {
  const { title, unit, spokenUnit, decimals } = CHANNELS[channel];
  const value = history.at(-1)?.[channel] ?? Number.NaN;
  const level = isStale ? 'unknown' : telemetryLevel(channel, value);
  const isWeak = useAtomValue(isWeakAtom)(channel, level);
  const designMode = useAtomValue(designModeAtom)(channel, level, value);
  const changes = useLevelChanges(level);
  const trend = trendOf(history, channel);
  const TrendIcon = TREND_ICONS[trend.direction];
  const format = (number: number) => formatNumber(number, decimals);

  return (
    <li className={styles.channel} data-channel={channel} data-level={level} data-changed={changes}>
      <div className={styles.figures}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.value}>
          {format(value)}
          <Unit shown={unit} spoken={spokenUnit} className={styles.unit} />
        </p>
        <p className={styles.state}>
          <span className={styles.level} data-quiet={level === 'nominal' && !isWeak}>
            {isWeak ? (
              <StatusLabel level="caution" word="Low for this light" />
            ) : (
              <StatusLabel
                level={TELEMETRY_STATUS[level]}
                word={designMode ? <ByDesign level={level} mode={designMode} /> : TELEMETRY_TEXT[level]}
              />
            )}
          </span>
          <span className={styles.trend}>
            <TrendIcon className={styles.trendIcon} aria-hidden="true" />
            <span className={styles.trendText}>
              {trend.perMin === undefined ? (
                trend.direction
              ) : (
                <>
                  <span className="visually-hidden">{trend.direction} by </span>
                  {format(Math.abs(trend.perMin))}{' '}
                  <Unit shown={`${unit}/min`} spoken={`${spokenUnit} per minute`} />
                </>
              )}
            </span>
          </span>
        </p>
        {note}
      </div>
      {chart}
    </li>
  );
}

interface ByDesignProps {
  readonly level: TelemetryLevel;
  readonly mode: SpacecraftMode;
}

/** Replaces the word of a level that the mode causes: colour and shape stay those of the level. */
function ByDesign({ level, mode }: ByDesignProps) {
  return (
    <span>
      <span className="visually-hidden">
        {TELEMETRY_TEXT[level]}, by design in {mode}
      </span>
      <span aria-hidden="true">By design in {mode}</span>
    </span>
  );
}

interface PlainChannelRowProps {
  readonly channel: string;
  readonly definition: ChartedChannel;
  /** Absent without a view of the spacecraft. */
  readonly value: number | undefined;
  readonly isStale: boolean;
  /** Shown in the line of the name. */
  readonly action?: ReactNode;
  readonly note?: ReactNode;
  readonly chart: ReactNode;
}

/** A channel without limits: name, value, unit and chart. */
export function PlainChannelRow(props: PlainChannelRowProps) {
  const { channel, definition, value, isStale, action, note, chart } = props;
  const { title, unit, spokenUnit, decimals } = definition;
  return (
    <li className={styles.channel} data-channel={channel} data-level={isStale ? 'unknown' : undefined}>
      <div className={styles.figures}>
        <div className={styles.nameLine}>
          <h3 className={styles.name}>{title}</h3>
          {action}
        </div>
        <p className={styles.value}>
          {value === undefined ? '–' : formatNumber(value, decimals)}
          <Unit shown={unit} spoken={spokenUnit} className={styles.unit} />
        </p>
        {note}
      </div>
      {chart}
    </li>
  );
}

interface UnitProps {
  readonly shown: string;
  readonly spoken: string;
  readonly className?: string | undefined;
}

/** A unit as a symbol, and as a word for screen readers. */
function Unit({ shown, spoken, className }: UnitProps) {
  return (
    <>
      <span className={className} aria-hidden="true">
        {shown}
      </span>
      <span className="visually-hidden"> {spoken}</span>
    </>
  );
}

/** Returns `odd` or `even`, alternating with each visible change of level: each restarts the highlight. */
function useLevelChanges(level: TelemetryLevel): 'odd' | 'even' | undefined {
  const [held, setHeld] = useState({ level, changes: 0 });
  if (held.level !== level) setHeld({ level, changes: held.changes + 1 });
  if (held.changes === 0) return undefined;
  return held.changes % 2 === 1 ? 'odd' : 'even';
}
