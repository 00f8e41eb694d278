import { describe, expect, it } from 'vitest';
import {
  createRandom,
  drawNormal,
  type Random,
  sfc32,
  streamsOf,
} from '../../../../src/worker/kit/random.ts';

const draw = (count: number, random: Random): readonly number[] =>
  Array.from({ length: count }, () => random.next());

describe('the seeded source', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const numbers = (seed: number) => draw(10, createRandom(seed));
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    expect(numbers(1_795_176_000_000)).not.toEqual(numbers(1_795_176_000_001));
  });

  it('distinguishes seeds that differ only beyond 32 bits', () => {
    const numbers = (seed: number) => draw(10, createRandom(seed));
    expect(numbers(7)).not.toEqual(numbers(7 + 2 * 2 ** 32));
    expect(numbers(7 + 2 * 2 ** 32)).not.toEqual(numbers(7 + 3 * 2 ** 32));
  });

  it('starts independently, also for consecutive seeds', () => {
    const count = 1000;
    const firsts = Array.from({ length: count }, (_, seed) => createRandom(seed).next());
    const mean = firsts.reduce((sum, value) => sum + value, 0) / count;
    // A uniform number is 0.5 ± 0.289.
    expect(Math.abs(mean - 0.5)).toBeLessThan((5 * 0.289) / Math.sqrt(count));
    expect(new Set(firsts).size).toBe(count);
  });

  it.each<[readonly number[], number, readonly number[]]>([
    [[0, 0, 0, 1], 15, [0xfb52c520]],
    [
      [0, 2, 1, 1],
      15,
      [0x03b80bb8, 0xa87dbc7e, 0x1787178c, 0x4c7b7234, 0xc65dade2, 0x2c692349, 0xf52c2153, 0xdf098072],
    ],
  ])('gives from %j on, after %d rounds, the words of the reference (PractRand)', (state, rounds, words) => {
    const random = sfc32(Int32Array.from(state));
    draw(rounds, random);
    expect(draw(words.length, random).map((value) => value * 2 ** 32)).toEqual(words);
  });

  it('is uniform in [0, 1): each tenth gets its share within five standard deviations', () => {
    const count = 100_000;
    const tenths = new Array<number>(10).fill(0);
    const values = draw(count, createRandom(5));
    expect(values.filter((value) => !(value >= 0 && value < 1))).toEqual([]);
    for (const value of values) {
      const tenth = Math.floor(value * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    const deviation = Math.sqrt(count * 0.1 * 0.9);
    for (const share of tenths) expect(Math.abs(share - count / 10)).toBeLessThan(5 * deviation);
  });

  it('gives normal draws with mean 0 and deviation 1', () => {
    const random = createRandom(9);
    const values = draw(50_000, { next: () => drawNormal(random) });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
    // Shares of a normal distribution within one and two deviations.
    const within = (reach: number) =>
      values.filter((value) => Math.abs(value) < reach).length / values.length;
    expect(Math.abs(within(1) - 0.6827)).toBeLessThan(0.01);
    expect(Math.abs(within(2) - 0.9545)).toBeLessThan(0.005);
    expect(Math.abs(values.filter((value) => value > 0).length / values.length - 0.5)).toBeLessThan(0.01);
  });
});

describe('a random stream', () => {
  const first = (seed: number, purpose: Parameters<ReturnType<typeof streamsOf>>[0], step: number) =>
    streamsOf(seed)(purpose).at(step).next();

  it('is the same for the same seed, purpose and step, whatever else was drawn', () => {
    const streams = streamsOf(7);
    draw(10, streams('attitude').at(1));
    expect(streams('fault draw').at(3).next()).toBe(first(7, 'fault draw', 3));
  });

  it('is another for another seed, purpose or step, beyond 32 bits too', () => {
    const seeds = [7, 8, -7, 7 + 2 ** 32, Number.MAX_SAFE_INTEGER];
    const steps = [0, 1, 2 ** 32, 1_795_176_000_000, 1_795_176_000_000 + 2 ** 32];
    const purposes = ['attitude', 'fault draw', 'noise:temperature'] as const;
    const numbers = seeds.flatMap((seed) =>
      steps.flatMap((step) => purposes.map((purpose) => first(seed, purpose, step))),
    );
    expect(new Set(numbers).size).toBe(seeds.length * steps.length * purposes.length);
  });

  it('gives normal draws over consecutive steps that do not follow one another', () => {
    const streams = streamsOf(3);
    const count = 20_000;
    const values = Array.from({ length: count }, (_, step) =>
      drawNormal(streams('attitude').at(5000 * step)),
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const correlation = values.reduce((sum, value, at) => sum + value * (values[at + 1] ?? 0), 0) / count;
    const deviation = 1 / Math.sqrt(count);
    expect(Math.abs(mean)).toBeLessThan(4 * deviation);
    expect(Math.abs(correlation)).toBeLessThan(4 * deviation);
  });
});
