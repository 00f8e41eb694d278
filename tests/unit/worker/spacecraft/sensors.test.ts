import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { readSensors, SENSORS, trueReadings } from '../../../../src/worker/spacecraft/sensors.ts';
import { later, T0 } from '../../../support/mission.ts';

const STATE: SpacecraftState = {
  ...INITIAL_SPACECRAFT,
  busVoltage: 27.123,
  arrayPowerW: 500,
  signalStrength: 66,
  busTemperature: 15,
  attitudeError: 0.4,
  disturbance: 0,
  drift: 0,
};
const COUNT = 4000;

/** Returns many readings of one state, which show the noise. */
function readings(told: Partial<SpacecraftState> = {}): readonly TelemetrySample[] {
  const streams = streamsOf(4);
  return Array.from({ length: COUNT }, (_, index) =>
    readSensors({ ...STATE, ...told }, later(5000 * index), streams),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the sensors', () => {
  const truth = trueReadings(STATE, T0);

  it.each(TELEMETRY_CHANNELS)('read %s right on average, with the noise that the model names', (channel) => {
    const values = readings().map((sample) => sample[channel]);
    const noise = channel === 'solarOutput' ? SENSORS.solarOutput.noise * 500 : SENSORS[channel].noise;
    const average = mean(values);
    // With 4000 readings the mean is accurate to 1/63 of the noise, and the spread to 1/90.
    expect(Math.abs(average - truth[channel])).toBeLessThanOrEqual((5 * noise) / Math.sqrt(COUNT));
    const spread = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
    expect(spread).toBeGreaterThanOrEqual(0.9 * noise);
    expect(spread).toBeLessThanOrEqual(1.15 * noise);
  });

  it.each([
    ['batteryVoltage', 0.01],
    ['solarOutput', 0.25],
    ['signalStrength', 0.1],
    ['temperature', 0.02],
    ['attitudeStability', 0.005],
  ] as const)('read %s in whole steps of %d', (channel, step) => {
    for (const { [channel]: value } of readings().slice(0, 100)) {
      expect(Math.abs(value / step - Math.round(value / step))).toBeLessThan(1e-6);
    }
  });

  it.each([
    [0.3, 0.5],
    [0.6, 1],
    [2, 1],
  ])('that have drifted by %d° are off by a share of %d of their calibration error', (drift, share) => {
    const off = (channel: Exclude<(typeof TELEMETRY_CHANNELS)[number], 'attitudeStability'>) =>
      mean(readings({ drift }).map((sample) => sample[channel])) - truth[channel];
    expect(off('batteryVoltage')).toBeCloseTo(0.03 * share, 2);
    expect(off('solarOutput') / 500).toBeCloseTo(0.006 * share, 3);
    expect(off('signalStrength')).toBeCloseTo(-0.5 * share, 1);
    expect(off('temperature')).toBeCloseTo(0.15 * share, 2);
  });

  it('read no impossible value', () => {
    for (const { solarOutput, signalStrength, attitudeStability } of [
      ...readings({ arrayPowerW: 0, signalStrength: 0, attitudeError: 0 }),
      ...readings({ signalStrength: 100 }),
    ]) {
      expect(solarOutput).toBeGreaterThanOrEqual(0);
      expect(signalStrength).toBeGreaterThanOrEqual(0);
      expect(signalStrength).toBeLessThanOrEqual(100);
      expect(attitudeStability).toBeGreaterThanOrEqual(0);
    }
    expect(readings({ arrayPowerW: 0 }).every(({ solarOutput }) => solarOutput === 0)).toBe(true);
  });
});
