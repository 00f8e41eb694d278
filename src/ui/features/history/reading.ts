import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { chartedChannel } from '../../mission/link/model-channels.ts';

/** `27.74 V`, `no data` */
export function valueText(channel: HistoryChannel, value: number | undefined): string {
  const { decimals, unit } = chartedChannel(channel);
  return value === undefined || Number.isNaN(value) ? 'no data' : `${formatNumber(value, decimals)} ${unit}`;
}

/** `14:57:55  27.74 V` */
export const readingText = (channel: HistoryChannel, time: EpochMs, value: number | undefined): string =>
  `${formatUtcTime(time)}  ${valueText(channel, value)}`;

/** `16:57:55  about 27.74 V, predicted` */
export const predictedText = (channel: HistoryChannel, time: EpochMs, value: number | undefined): string =>
  value === undefined
    ? `${formatUtcTime(time)}  not predicted`
    : `${formatUtcTime(time)}  about ${valueText(channel, value)}, predicted`;
