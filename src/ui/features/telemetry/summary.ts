import type { Parting, PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import {
  CHANNELS,
  type TelemetryChannel,
  type TelemetryLevel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { offText } from '../../mission/look-ahead/partings.ts';
import { type SparklineReading, spanText } from './sparkline.ts';
import { trendOf } from './trend.ts';

/** Most urgent first. */
const LIMIT_TEXT = [
  ['critical', 'has been outside its critical limit'],
  ['warning', 'has been outside its warning limit'],
] as const satisfies readonly (readonly [TelemetryLevel, string])[];

function limitPhrase(channel: TelemetryChannel, history: readonly TelemetrySample[]): string {
  const { warning, critical } = CHANNELS[channel].limits;
  if (Object.keys({ ...warning, ...critical }).length === 0) return 'no limits';
  const levels = new Set(history.map((sample) => telemetryLevel(channel, sample[channel])));
  return LIMIT_TEXT.find(([level]) => levels.has(level))?.[1] ?? 'within limits';
}

/** Part of a chart beyond the newest samples. */
interface ChartedPast extends TimeRange {
  readonly readings: readonly SparklineReading[];
}

/** What is predicted for a chart. */
interface ChartedFuture extends TimeRange, Pick<PredictedChannel, 'low' | 'high'> {}

/**
 * Text alternative of a channel's chart: "Battery voltage, last 95 s: 28.68 to 28.75 volts, steady, within
 * limits; past 42 min: 27.10 to 28.75 volts".
 * @param past set if the chart shows more than the newest samples
 * @param coming set if it shows what is to come
 * @param parting set if it shows that the readings have left their prediction
 */
export function summariseChannel(
  channel: TelemetryChannel,
  history: readonly TelemetrySample[],
  isStale: boolean,
  past?: ChartedPast,
  coming?: ChartedFuture,
  parting?: Parting,
): string {
  const { title, spokenUnit, decimals } = CHANNELS[channel];
  const values = history.map((sample) => sample[channel]).filter(Number.isFinite);
  const seconds = Math.round(((history.at(-1)?.timestamp ?? 0) - (history[0]?.timestamp ?? 0)) / MS_PER_S);
  const period = isStale ? 'as last known' : history.length > 1 ? `last ${seconds} s` : 'one sample';
  if (values.length === 0) return `${title}, ${period}: no values`;
  const rangeOf = (of: readonly number[]): string => {
    const [low, high] = [Math.min(...of), Math.max(...of)].map((value) => formatNumber(value, decimals));
    return low === high ? `${low}` : `${low} to ${high}`;
  };
  const { direction } = trendOf(history, channel);
  const newest = `${title}, ${period}: ${rangeOf(values)} ${spokenUnit}, ${direction}, ${limitPhrase(channel, history)}`;
  const inSpan = (word: string, span: TimeRange, of: readonly number[]): string =>
    `; ${word} ${spanText(span)}: ${rangeOf(of)} ${spokenUnit}`;
  const been =
    past && past.readings.length > values.length
      ? inSpan(
          'past',
          past,
          past.readings.map(({ value }) => value),
        )
      : '';
  const next = coming ? inSpan('predicted for the next', coming, [...coming.low, ...coming.high]) : '';
  return `${newest}${been}${parting ? `; ${offText(parting)}` : ''}${next}`;
}
