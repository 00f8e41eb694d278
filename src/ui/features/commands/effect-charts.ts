import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs, TimeRange } from '../../../shared/kit/units.ts';
import { chartedChannel, isModelChannel, MODEL_DEFINITIONS } from '../../mission/link/model-channels.ts';
import { type Compared, differenceOf, endOf, LEAST_WEIGHT } from './effect-difference.ts';

/** A channel with and without a command, in a box of 100 by 100. */
export interface EffectChart {
  readonly channel: HistoryChannel;
  readonly title: string;
  readonly withIt: string;
  readonly without: string;
  /** Values of its lower and upper edge, in the unit that is shown. */
  readonly range: readonly [low: string, high: string];
}

/** Channels of which the two that differ most are drawn. */
const DRAWN: readonly HistoryChannel[] = [
  'stateOfCharge',
  'batteryVoltage',
  'signalStrength',
  'temperature',
  'attitudeStability',
  'recorder',
];
const MOST_CHARTS = 2;

const round = (value: number): number => Math.round(100 * value) / 100;

function pathOf({ times, values }: PredictedChannel, span: TimeRange, low: number, high: number): string {
  const points = Array.from(times, (time, index) => {
    const x = round((100 * (time - span.from)) / (span.to - span.from));
    const y = round((100 * (high - (values[index] ?? low))) / (high - low));
    return time < span.from || time > span.to ? undefined : `${x} ${y}`;
  }).filter((point) => point !== undefined);
  return points.length > 0 ? `M${points.join('L')}` : '';
}

/** Returns the charts of the channels that a command changes most; none if it changes nothing. */
export function effectCharts(compared: Compared, now: EpochMs): readonly EffectChart[] {
  const span = { from: now, to: endOf(compared) };
  return DRAWN.flatMap((channel) => differenceOf(compared, channel, now) ?? [])
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_CHARTS)
    .flatMap(({ channel }) => {
      const [withIt, without] = [compared.withIt, compared.without].map(({ channels }) => channels[channel]);
      if (!withIt || !without) return [];
      const values = [...withIt.values, ...without.values];
      const margin = (Math.max(...values) - Math.min(...values)) / 10;
      const [low, high] = [Math.min(...values) - margin, Math.max(...values) + margin];
      const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
      const { title, unit, decimals } = chartedChannel(channel);
      const label = (value: number): string =>
        `${formatNumber(value * factor, Math.min(1, decimals))}${unit === '°' ? '' : ' '}${unit}`;
      return [
        {
          channel,
          title,
          withIt: pathOf(withIt, span, low, high),
          without: pathOf(without, span, low, high),
          range: [label(low), label(high)] as const,
        },
      ];
    });
}
