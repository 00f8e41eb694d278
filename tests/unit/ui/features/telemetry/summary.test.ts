import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { summariseChannel } from '../../../../../src/ui/features/telemetry/summary.ts';
import { sample } from '../../../../support/telemetry.ts';

const samples = (...voltages: readonly number[]): readonly TelemetrySample[] =>
  voltages.map((batteryVoltage, index) => sample(5 * index, { batteryVoltage, solarOutput: 400 }));

describe('the sentence for a channel’s chart', () => {
  it.each([
    ['steady', samples(28.7, 28.7, 28.7), 'last 10 s: 28.70 volts, steady, within limits'],
    ['rising', samples(27, 28, 29), 'last 10 s: 27.00 to 29.00 volts, rising, within limits'],
    [
      'warning',
      samples(23, 21.5, 23),
      'last 10 s: 21.50 to 23.00 volts, unsteady, has been outside its warning limit',
    ],
    [
      'critical',
      samples(19.5, 21, 22.5),
      'last 10 s: 19.50 to 22.50 volts, rising, has been outside its critical limit',
    ],
    ['one sample', samples(28), 'one sample: 28.00 volts, steady, within limits'],
    ['values that are none', samples(Number.NaN), 'one sample: no values'],
  ] as const)('describes %s', (_case, history, text) => {
    expect(summariseChannel('batteryVoltage', history, false)).toBe(`Battery voltage, ${text}`);
  });

  it('marks old data as stale, and names no limits for a channel without any', () => {
    expect(summariseChannel('solarOutput', samples(28, 28), true)).toBe(
      'Solar output, as last known: 400 watts, steady, no limits',
    );
  });
});
