import type { HistoryChannel } from '../../shared/history.ts';
import { chartedChannel } from '../../shared/model-channels.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import type { EpochMs } from '../../shared/units.ts';
import { formatUtcTime } from '../kit/format.ts';

/** `14:57:55  27.74 V` */
export function readingText(channel: HistoryChannel, time: EpochMs, value: number | undefined): string {
  const { decimals, unit } = chartedChannel(channel);
  const reading =
    value === undefined || Number.isNaN(value) ? 'no data' : `${formatNumber(value, decimals)} ${unit}`;
  return `${formatUtcTime(time)}  ${reading}`;
}
