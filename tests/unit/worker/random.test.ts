import { describe, expect, it } from 'vitest';
import { createRandom, drawNormal } from '../../../src/worker/random.ts';

const draw = (count: number, next: () => number): readonly number[] => Array.from({ length: count }, next);

describe('the seeded source', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const numbers = (seed: number) => draw(10, createRandom(seed).next);
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    expect(numbers(1_795_176_000_000)).not.toEqual(numbers(1_795_176_000_001));
  });

  it('goes on from a saved state, in another source too', () => {
    const source = createRandom(3);
    draw(100, source.next);
    const saved = source.save();
    const expected = draw(50, source.next);
    const other = createRandom(99);
    other.restore(saved);
    expect(draw(50, other.next)).toEqual(expected);
  });

  it('is uniform in [0, 1): each tenth gets its share within five standard deviations', () => {
    const count = 100_000;
    const tenths = new Array<number>(10).fill(0);
    for (const value of draw(count, createRandom(5).next)) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      const tenth = Math.floor(value * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    const deviation = Math.sqrt(count * 0.1 * 0.9);
    for (const share of tenths) expect(Math.abs(share - count / 10)).toBeLessThan(5 * deviation);
  });

  it('gives normal draws with mean 0 and deviation 1', () => {
    const random = createRandom(9);
    const values = draw(50_000, () => drawNormal(random));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  });
});
