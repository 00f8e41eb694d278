import { expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { trendOf } from '../../../../../src/ui/features/telemetry/trend.ts';
import { later, startMission } from '../../../../support/mission.ts';
import { sample } from '../../../../support/telemetry.ts';

/** Returns samples of one channel every 5 s. */
const signal = (values: readonly number[]): readonly TelemetrySample[] =>
  values.map((signalStrength, index) => sample(5 * index, { signalStrength }));
const run = (count: number, from: number, perSample: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + perSample * index);

it('the trend after a step is that of the samples after it', () => {
  const climbing = signal([...run(12, 62, 0), ...run(8, 31, 1.2)]);
  const trend = trendOf(climbing, 'signalStrength');
  expect(trend).toMatchObject({ direction: 'rising' });
  expect(trend.perMin).toBeCloseTo(1.2 * 12, 9);
});

it('a step is no trend', () => {
  for (const count of [1, 2, 3, 4, 5]) {
    const stepped = signal([...run(20 - count, 62, 0), ...run(count, 31, 0)]);
    expect(trendOf(stepped, 'signalStrength')).toEqual({ direction: 'unsteady' });
  }
  // With few samples, a line within the noise leads over a small step.
  for (const count of [1, 2, 3, 4, 5]) {
    const stepped = signal([...run(20 - count, 62, 0), ...run(count, 57, 0)]);
    expect(trendOf(stepped, 'signalStrength')).toEqual({ direction: 'unsteady' });
  }
  expect(trendOf(signal([...run(14, 62, 0), ...run(6, 31, 0)]), 'signalStrength').direction).toBe('steady');
});

it('the trend turns with the curve', () => {
  const turned = signal([...run(13, 30, 4), ...run(7, 74, -4)]);
  const trend = trendOf(turned, 'signalStrength');
  expect(trend).toMatchObject({ direction: 'falling' });
  expect(trend.perMin).toBeCloseTo(-4 * 12, 9);
});

it('a trend in a mission is that of the newest samples', () => {
  const NEWEST = 6;
  const wrong: string[] = [];
  let [directed, all, unsteady] = [0, 0, 0];
  for (const seed of [1, 2]) {
    const mission = startMission({ seed });
    for (let second = 5; second <= 1800; second += 5) {
      mission.advanceTo(later(second * 1000));
      const telemetry = mission.snapshot().telemetry.value;
      for (const channel of TELEMETRY_CHANNELS) {
        const { direction } = trendOf(telemetry, channel);
        all += 1;
        if (direction === 'unsteady') unsteady += 1;
        if (direction !== 'rising' && direction !== 'falling') continue;
        directed += 1;
        const newest = telemetry.slice(-NEWEST).map((one) => one[channel]);
        const change = (newest.at(-1) ?? Number.NaN) - (newest[0] ?? Number.NaN);
        if (!(direction === 'rising' ? change > 0 : change < 0)) {
          wrong.push(
            `seed ${seed}, ${second} s, ${CHANNELS[channel].title} ${direction}: ${newest.join(' ')}`,
          );
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(directed).toBeGreaterThan(100);
  expect(unsteady / all).toBeLessThan(0.2);
});
