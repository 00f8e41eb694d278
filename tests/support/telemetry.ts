import type { TelemetrySample } from '../../src/shared/entities/entities.ts';
import { CHANNELS, mapChannels } from '../../src/shared/entities/telemetry-channels.ts';
import { later, T0 } from './mission.ts';

/** A sample of an uneventful day, in sunlight. */
export const NOMINAL: TelemetrySample = {
  ...mapChannels((channel) => CHANNELS[channel].typical),
  timestamp: T0,
  batteryVoltage: 28.4,
  solarOutput: 600,
  signalStrength: 66,
  temperature: 15,
  attitudeStability: 0.4,
};

/** Returns the sample some seconds later, with other readings. */
export const sample = (atS: number, reading: Partial<TelemetrySample> = {}): TelemetrySample => ({
  ...NOMINAL,
  ...reading,
  timestamp: later(atS * 1000),
});
