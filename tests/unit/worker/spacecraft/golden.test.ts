import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../../../src/shared/telemetry-channels.ts';
import { flyGoldenTrace, GOLDEN_SEEDS, type GoldenTrace } from '../../../support/golden.ts';

/** Machines may differ in the last bits of a sine; the readings' steps may then fall the other way. */
const TOLERANCES: Readonly<Record<TelemetryChannel, number>> = {
  batteryVoltage: 0.03,
  solarOutput: 1.5,
  signalStrength: 0.3,
  temperature: 0.1,
  attitudeStability: 0.02,
};

describe.each(GOLDEN_SEEDS)('the golden trace of seed %d (npm run golden updates it)', (seed) => {
  const file = new URL(`../../../golden/spacecraft-${seed}.json`, import.meta.url);
  const golden = JSON.parse(readFileSync(file, 'utf8')) as GoldenTrace;
  const flown = flyGoldenTrace(seed);

  it.each(TELEMETRY_CHANNELS)('%s is unchanged', (channel) => {
    expect(flown[channel]).toHaveLength(golden[channel].length);
    for (const [index, value] of flown[channel].entries()) {
      const off = Math.abs(value - (golden[channel][index] ?? Number.NaN));
      expect(off, `sample ${index}: ${value}`).toBeLessThanOrEqual(TOLERANCES[channel]);
    }
  });
});
