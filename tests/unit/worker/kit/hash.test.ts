import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../src/worker/kit/hash.ts';

describe('the hash of plain data', () => {
  it('has 16 hexadecimal digits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => /^[0-9a-f]{16}$/.test(hashOf(value))),
      { seed: 1 },
    );
  });

  it('does not depend on the order of properties, on copies or on properties that are undefined', () => {
    expect(hashOf({ a: 1, b: [2, { c: 3, d: undefined }] })).toBe(hashOf({ b: [2, { c: 3 }], a: 1 }));
    const shared = { x: 1 };
    expect(hashOf([shared, shared])).toBe(hashOf([{ x: 1 }, { x: 1 }]));
  });

  it('differs for values that differ', () => {
    const values = [
      0,
      -0,
      1,
      '1',
      '',
      true,
      false,
      null,
      Number.NaN,
      Infinity,
      1 + Number.EPSILON,
      Number.MIN_VALUE,
      [],
      [1],
      [[1]],
      [1, 2],
      [2, 1],
      {},
      { a: 1 },
      { b: 1 },
      { a: { b: 1 } },
      { a: [], b: 1 },
      ['a', 1],
      'ab',
      ['a', 'b'],
      ['ab', ''],
      { ab: '' },
      { a: 'b' },
    ];
    expect(new Set(values.map(hashOf)).size).toBe(values.length);
  });

  it('finds a change of one bit in a long list of numbers', () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => Math.sin(index));
    const whole = hashOf(numbers);
    const bits = new Float64Array(1);
    const words = new Uint32Array(bits.buffer);
    for (const at of [0, 499, 999]) {
      for (const bit of [0, 13, 31]) {
        bits[0] = numbers[at] ?? 0;
        words[0] = ((words[0] ?? 0) ^ (1 << bit)) >>> 0;
        expect(hashOf(numbers.with(at, bits[0]))).not.toBe(whole);
      }
    }
  });

  it('spreads over all its bits', () => {
    const hashes = Array.from({ length: 4096 }, (_, index) => BigInt(`0x${hashOf({ time: index })}`));
    for (let bit = 0n; bit < 64n; bit++) {
      const ones = hashes.filter((hash) => (hash >> bit) & 1n).length;
      expect(Math.abs(ones - 2048)).toBeLessThan(5 * 32);
    }
  });

  it('refuses what is no data', () => {
    expect(() => hashOf(() => 1)).toThrow(TypeError);
    expect(() => hashOf({ a: 1n })).toThrow(TypeError);
  });
});
