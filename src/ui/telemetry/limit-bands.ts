import { TELEMETRY_LIMITS, type TelemetryChannel } from '../../shared/limits.ts';

/** A stretch of a chart's scale that lies beyond a limit, in the channel's unit; the limit is its inner end. */
export interface LimitBand {
  readonly level: 'warning' | 'critical';
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The parts of a scale from `low` to `high` that lie beyond the channel's limits, lowest first. */
export function limitBands(channel: TelemetryChannel, low: number, high: number): readonly LimitBand[] {
  const { warning, critical } = TELEMETRY_LIMITS[channel];
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

/** The scale of a channel's chart: its usual range, widened where the data lie outside. */
export function chartRange(
  usual: readonly [low: number, high: number],
  dataLow: number | null,
  dataHigh: number | null,
): [low: number, high: number] {
  const low = dataLow === null ? usual[0] : Math.min(usual[0], dataLow);
  const high = dataHigh === null ? usual[1] : Math.max(usual[1], dataHigh);
  return [low, high];
}
