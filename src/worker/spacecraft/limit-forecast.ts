import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';
import type { EpochMs } from '../../shared/units.ts';

/** Forecast for a fault without action: a channel will pass one of its limits. */
export interface LimitForecast {
  readonly channel: TelemetryChannel;
  readonly level: 'warning' | 'critical';
  /** The limit, in the channel's unit. */
  readonly value: number;
  /** Time of the crossing. */
  readonly time: EpochMs;
}
