import type { ChartedChannel } from '../../../shared/entities/telemetry-channels.ts';

/** A band of a chart's scale beyond a limit, in the channel's unit; the limit is its inner end. */
export interface LimitBand {
  readonly level: 'warning' | 'critical';
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Parts of a scale from `low` to `high` beyond the channel's limits, lowest first. */
export function limitBands(channel: ChartedChannel, low: number, high: number): readonly LimitBand[] {
  const { warning, critical } = channel.limits;
  const bands: LimitBand[] = [];
  if (critical.low !== undefined)
    bands.push({ level: 'critical', from: low, to: critical.low, limit: critical.low });
  if (warning.low !== undefined) {
    bands.push({ level: 'warning', from: critical.low ?? low, to: warning.low, limit: warning.low });
  }
  if (warning.high !== undefined) {
    bands.push({ level: 'warning', from: warning.high, to: critical.high ?? high, limit: warning.high });
  }
  if (critical.high !== undefined) {
    bands.push({ level: 'critical', from: critical.high, to: high, limit: critical.high });
  }
  return bands
    .map((band) => ({ ...band, from: Math.max(band.from, low), to: Math.min(band.to, high) }))
    .filter(({ from, to }) => from < to);
}

/** Returns the limit nearest to the data, on either side; none for a channel without limits. */
function nearestLimit(channel: ChartedChannel, low: number, high: number): number | undefined {
  const { warning, critical } = channel.limits;
  const distance = (limit: number): number => Math.min(Math.abs(limit - low), Math.abs(limit - high));
  return [warning.low, warning.high, critical.low, critical.high]
    .filter((limit) => limit !== undefined)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Scale of a channel's chart: it fits the data and the nearest limit, with the band behind it visible. */
export function chartRange(
  channel: ChartedChannel,
  dataLow: number | null,
  dataHigh: number | null,
): [low: number, high: number] {
  const { scaleStep: step, range } = channel;
  const [from, to] = [dataLow ?? dataHigh ?? 0, dataHigh ?? dataLow ?? 0];
  const limit = nearestLimit(channel, from, to);
  const beyond =
    limit === undefined ? [] : [limit <= from ? limit - step : limit, limit >= to ? limit + step : limit];
  const floor = Math.floor(Math.min(from - step / 10, ...beyond) / step) * step;
  const ceiling = Math.ceil(Math.max(to + step / 10, ...beyond) / step) * step;
  const low = Math.max(range.low ?? Number.NEGATIVE_INFINITY, floor);
  const high = Math.min(range.high ?? Number.POSITIVE_INFINITY, Math.max(ceiling, low + 2 * step));
  return [Math.min(low, high - 2 * step), high];
}
