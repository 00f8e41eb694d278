import { describe, expect, it } from 'vitest';
import type { TelemetryChannel } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { type Evidence, weigh } from '../../../../../src/worker/ground/parting/evidence.ts';
import { T0 } from '../../../../support/mission.ts';

const PERIOD_MS = 5000;

/** Holds readings of the battery voltage, each so many half widths beyond the band, one after the other. */
function held(beyond: readonly number[], before: readonly Evidence[] = [], from: EpochMs = T0) {
  return beyond.reduce<readonly Evidence[]>(
    (evidence, amount, index) =>
      weigh(
        evidence,
        (channel) => (channel === 'batteryVoltage' ? amount : 0),
        addMs(from, index * PERIOD_MS),
      ),
    before,
  );
}

const isParted = (evidence: readonly Evidence[]): boolean => evidence.some((one) => one.isParted === true);

describe('the evidence that a channel has left its prediction', () => {
  it('is not a single reading, however far it is off', () => {
    expect(isParted(held([1000]))).toBe(false);
    expect(held([1000, 0, 0, 0])).toEqual([]);
  });

  it('is two readings in a row that are clearly off, since the first of them', () => {
    expect(held([0, -3, -3])).toMatchObject([
      { channel: 'batteryVoltage', side: -1, since: addMs(T0, PERIOD_MS), isParted: true },
    ]);
  });

  it('is one reading of each of two channels that are clearly off together', () => {
    const together = (amounts: Partial<Record<TelemetryChannel, number>>) =>
      weigh([], (channel) => amounts[channel] ?? 0, T0).map(({ channel, isParted: is }) => [channel, is]);
    expect(together({ batteryVoltage: -3, solarOutput: -5, temperature: 0.4 })).toEqual([
      ['batteryVoltage', true],
      ['solarOutput', true],
      ['temperature', undefined],
    ]);
    expect(together({ batteryVoltage: -3, solarOutput: -0.5 }).some(([, is]) => is)).toBe(false);
  });

  it('is not what noise does at the edge of the band for an hour', () => {
    const edge = Array.from({ length: 720 }, (_, index) => (index % 2 === 0 ? 0.3 : 0));
    expect(isParted(held(edge))).toBe(false);
  });

  it('is not readings on either side of the band in turn', () => {
    expect(isParted(held([2, -2, 2, -2, 2, -2]))).toBe(false);
  });

  it('grows with many readings that are a little off', () => {
    expect(isParted(held(Array<number>(20).fill(0.5)))).toBe(true);
  });

  it('lasts until the readings have been back for two minutes', () => {
    const parted = held([3, 3]);
    const back = (minutes: number) => Array<number>((minutes * MS_PER_MIN) / PERIOD_MS).fill(0);
    const then = addMs(T0, 2 * PERIOD_MS);
    expect(isParted(held(back(1.5), parted, then))).toBe(true);
    expect(isParted(held([...back(1.5), 1, ...back(1.5)], parted, then))).toBe(true);
    expect(held([...back(2.5)], parted, then)).toEqual([]);
  });

  it('is the same list while nothing speaks against the prediction', () => {
    const none: readonly Evidence[] = [];
    expect(held([0, 0, 0], none)).toBe(none);
  });
});
