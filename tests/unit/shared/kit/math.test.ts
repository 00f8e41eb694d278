import { describe, expect, it } from 'vitest';
import * as math from '../../../../src/shared/kit/math.ts';
import reference from '../../../reference/math.json';

const BITS = new DataView(new ArrayBuffer(8));

/** Maps consecutive doubles to consecutive integers. */
function rank(x: number): bigint {
  BITS.setFloat64(0, x);
  const bits = BITS.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits;
}

/** Counts the doubles between two numbers. */
function steps(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  const between = rank(a) - rank(b);
  return Number.isNaN(a) || Number.isNaN(b) ? Infinity : Math.abs(Number(between));
}

type Name = keyof typeof reference;
const NAMES = Object.keys(reference) as readonly Name[];
const FUNCTIONS: Readonly<Record<Name, (...args: number[]) => number>> = { ...math };
const call = (name: Name, args: readonly number[]): number => FUNCTIONS[name](...args);

describe('elementary functions', () => {
  it('are all compared with the reference', () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
  });

  it.each(NAMES)('%s is one of the two doubles next to the exact value', (name) => {
    const rows: readonly (readonly number[])[] = reference[name];
    expect(rows.length).toBeGreaterThan(40);
    const wrong = rows.filter((row) => !(steps(call(name, row.slice(0, -1)), row.at(-1) ?? NaN) <= 1));
    expect(wrong).toEqual([]);
  });

  const { PI } = Math;
  it.each<readonly [Name, args: readonly number[], value: number]>([
    ['sin', [0], 0],
    ['sin', [-0], -0],
    ['sin', [Infinity], NaN],
    ['sin', [-Infinity], NaN],
    ['sin', [NaN], NaN],
    ['sin', [5e-324], 5e-324],
    ['cos', [0], 1],
    ['cos', [-0], 1],
    ['cos', [Infinity], NaN],
    ['cos', [NaN], NaN],
    ['tan', [0], 0],
    ['tan', [-0], -0],
    ['tan', [-Infinity], NaN],
    ['tan', [NaN], NaN],
    ['asin', [-0], -0],
    ['asin', [1], PI / 2],
    ['asin', [-1], -PI / 2],
    ['asin', [1.0000000000000002], NaN],
    ['asin', [NaN], NaN],
    ['acos', [1], 0],
    ['acos', [0], PI / 2],
    ['acos', [-1], PI],
    ['acos', [-1.0000000000000002], NaN],
    ['acos', [NaN], NaN],
    ['atan', [-0], -0],
    ['atan', [Infinity], PI / 2],
    ['atan', [-Infinity], -PI / 2],
    ['atan', [NaN], NaN],
    ['atan2', [0, 0], 0],
    ['atan2', [-0, 0], -0],
    ['atan2', [0, -0], PI],
    ['atan2', [-0, -0], -PI],
    ['atan2', [0, -1], PI],
    ['atan2', [-0, 1], -0],
    ['atan2', [1, 0], PI / 2],
    ['atan2', [-1, -0], -PI / 2],
    ['atan2', [0.5, 0.5], PI / 4],
    ['atan2', [0.5, -0.5], (3 * PI) / 4],
    ['atan2', [Infinity, Infinity], PI / 4],
    ['atan2', [-Infinity, -Infinity], (-3 * PI) / 4],
    ['atan2', [1, -Infinity], PI],
    ['atan2', [-1, Infinity], -0],
    ['atan2', [Infinity, -1], PI / 2],
    ['atan2', [NaN, 1], NaN],
    ['atan2', [1, NaN], NaN],
    ['exp', [0], 1],
    ['exp', [-0], 1],
    ['exp', [710], Infinity],
    ['exp', [Infinity], Infinity],
    ['exp', [-746], 0],
    ['exp', [-Infinity], 0],
    ['exp', [NaN], NaN],
    ['log', [1], 0],
    ['log', [0], -Infinity],
    ['log', [-0], -Infinity],
    ['log', [-1], NaN],
    ['log', [-Infinity], NaN],
    ['log', [Infinity], Infinity],
    ['log', [NaN], NaN],
    ['log10', [1], 0],
    ['log10', [1000], 3],
    ['log10', [0], -Infinity],
    ['log10', [-1], NaN],
    ['log10', [Infinity], Infinity],
    ['pow', [NaN, 0], 1],
    ['pow', [2, NaN], NaN],
    ['pow', [1, NaN], NaN],
    ['pow', [1, Infinity], NaN],
    ['pow', [-1, -Infinity], NaN],
    ['pow', [2, Infinity], Infinity],
    ['pow', [0.5, Infinity], 0],
    ['pow', [2, -Infinity], 0],
    ['pow', [0, 3], 0],
    ['pow', [-0, 3], -0],
    ['pow', [-0, 4], 0],
    ['pow', [-0, -3], -Infinity],
    ['pow', [0, -4], Infinity],
    ['pow', [-Infinity, 3], -Infinity],
    ['pow', [-Infinity, -3], -0],
    ['pow', [Infinity, -0.5], 0],
    ['pow', [-1, 3], -1],
    ['pow', [-8, 1 / 3], NaN],
    ['pow', [-7, 1], -7],
    ['pow', [-3, 2], 9],
    ['pow', [2, 1024], Infinity],
    ['pow', [-10, 401], -Infinity],
    ['pow', [1.7976931348623157e308, 1.0000000000000002], Infinity],
    ['pow', [-10, -401], -0],
    ['pow', [2, -1075], 0],
    ['pow', [2, 1e300], Infinity],
    ['pow', [0.5, 1e300], 0],
  ])('%s%j is as IEEE 754 and ECMAScript ask: %d', (name, args, value) => {
    expect(call(name, args)).toBe(value);
  });
});
