import { describe, expect, it } from 'vitest';
import { type TelemetryChannel, telemetryLevel } from '../../../../src/shared/entities/telemetry-channels.ts';

/** Limits of spec §9, each just inside, on it and just beyond. */
const READINGS: readonly (readonly [TelemetryChannel, number, string])[] = [
  ['batteryVoltage', 22.01, 'nominal'],
  ['batteryVoltage', 22, 'nominal'],
  ['batteryVoltage', 21.99, 'warning'],
  ['batteryVoltage', 20, 'warning'],
  ['batteryVoltage', 19.99, 'critical'],
  ['batteryVoltage', 0, 'critical'],
  ['signalStrength', 50, 'nominal'],
  ['signalStrength', 49.99, 'warning'],
  ['signalStrength', 40, 'warning'],
  ['signalStrength', 39.99, 'critical'],
  ['temperature', -20, 'nominal'],
  ['temperature', -20.01, 'warning'],
  ['temperature', -40, 'warning'],
  ['temperature', -40.01, 'critical'],
  ['temperature', 40, 'nominal'],
  ['temperature', 40.01, 'warning'],
  ['temperature', 60, 'warning'],
  ['temperature', 60.01, 'critical'],
  ['attitudeStability', 1.5, 'nominal'],
  ['attitudeStability', 1.51, 'warning'],
  ['attitudeStability', 3, 'warning'],
  ['attitudeStability', 3.01, 'critical'],
  ['solarOutput', 0, 'nominal'],
  ['solarOutput', 10_000, 'nominal'],
];

describe('telemetry levels (spec §9)', () => {
  it.each(READINGS)('%s at %d is %s', (channel, value, level) => {
    expect(telemetryLevel(channel, value)).toBe(level);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is unknown for a reading of %d', (value) => {
    expect(telemetryLevel('batteryVoltage', value)).toBe('unknown');
  });
});
