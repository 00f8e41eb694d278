import type { TelemetryChannel } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';

/** Where a fault leads if nobody acts: a channel will pass one of its limits. */
export interface LimitForecast {
  readonly channel: TelemetryChannel;
  readonly level: 'warning' | 'critical';
  /** The limit that will be passed, in the channel's unit. */
  readonly value: number;
  /** When it will be passed. */
  readonly time: EpochMs;
}
