import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { formatDuration, formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs, TimeRange } from '../../../shared/kit/units.ts';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { chartedChannel, isModelChannel } from '../../mission/link/model-channels.ts';
import type { TimedExtremes } from './series.ts';

/** `6 h to 14:57:55 UTC` */
export const spanText = ({ from, to }: TimeRange, now: EpochMs): string =>
  `${formatDuration(to - from)} to ${formatUtcTimeFrom(to, now)} UTC`;

function limitPhrase(channel: HistoryChannel, { low, high }: TimedExtremes): string {
  const { warning, critical } = chartedChannel(channel).limits;
  if (isModelChannel(channel) || Object.keys({ ...warning, ...critical }).length === 0) return '';
  const levels = [telemetryLevel(channel, low), telemetryLevel(channel, high)];
  if (levels.includes('critical')) return ', has been outside its critical limit';
  return levels.includes('warning') ? ', has been outside its warning limit' : ', within limits';
}

const rangeText = (channel: HistoryChannel, { low, high }: TimedExtremes): string => {
  const { spokenUnit, decimals } = chartedChannel(channel);
  const [from, to] = [low, high].map((value) => formatNumber(value, decimals));
  return `${from === to ? from : `${from} to ${to}`} ${spokenUnit}`;
};

/** For the compared branch: `branch B: 27.10 to 28.00 volts`. */
export const summariseBranch = (
  channel: HistoryChannel,
  name: string,
  extremes: TimedExtremes | undefined,
): string => `branch ${isolated(name)}: ${extremes ? rangeText(channel, extremes) : 'no values'}`;

/** Text alternative of a chart: `Battery voltage, 6 h to 14:57:55 UTC: 27.60 to 28.75 volts, within limits`. */
export function summariseSpan(
  channel: HistoryChannel,
  span: TimeRange,
  extremes: TimedExtremes | undefined,
  now: EpochMs,
): string {
  const { title } = chartedChannel(channel);
  const period = spanText(span, now);
  if (!extremes) return `${title}, ${period}: no values`;
  return `${title}, ${period}: ${rangeText(channel, extremes)}${limitPhrase(channel, extremes)}`;
}
