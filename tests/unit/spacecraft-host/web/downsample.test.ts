import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minMax } from '../../../../src/spacecraft-host/web/downsample.ts';

const at = (utc: number, value: number) => ({ utc, value });

it('the lowest and the highest sample of each interval stay, in the order of time', () => {
  const samples = [0, 5, -5, 1, 9, 3, 2, 8, 4, 7].map((value, index) => at(1000 * index, value));
  expect(minMax(samples, 4)).toEqual([at(2000, -5), at(4000, 9), at(6000, 2), at(7000, 8)]);
});

it('few samples all stay, also none', () => {
  expect(minMax([], 2)).toEqual([]);
  expect(minMax([at(0, 1), at(1, 2)], 2)).toEqual([at(0, 1), at(1, 2)]);
});

it('samples of one instant are one interval', () =>
  expect(minMax([at(7, 1), at(7, 3), at(7, 2)], 2)).toEqual([at(7, 1), at(7, 3)]));

it('whatever the samples are: no more than were asked for, ordered, among them the lowest and the highest', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ utc: fc.integer({ min: 0, max: 9999 }), value: fc.integer() }), { minLength: 1 }),
      fc.integer({ min: 2, max: 40 }),
      (unordered, size) => {
        const samples = unordered.toSorted((one, other) => one.utc - other.utc);
        const kept = minMax(samples, size);
        const values = samples.map(({ value }) => value);
        expect(kept.length).toBeLessThanOrEqual(size);
        expect(kept.every((one) => samples.includes(one))).toBe(true);
        expect(kept).toEqual(kept.toSorted((one, other) => one.utc - other.utc));
        expect(kept.map(({ value }) => value)).toEqual(
          expect.arrayContaining([Math.min(...values), Math.max(...values)]),
        );
      },
    ),
  ));
