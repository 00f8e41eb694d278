import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  angleBetween,
  cross,
  dot,
  length,
  normalize,
  rotate,
  subtract,
  type Vector,
} from '../../../../src/shared/orbit/vector.ts';

const [X, Y, Z] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
] as const;
const scaled = ({ x, y, z }: Vector, by: number): Vector => ({ x: x * by, y: y * by, z: z * by });
const apart = (a: Vector, b: Vector): number => length(subtract(a, b));

const real = fc.double({ min: -10_000, max: 10_000, noNaN: true });
const vector = fc.record({ x: real, y: real, z: real });
const turn = fc
  .record({ axis: vector, angle: fc.double({ min: 1e-9, max: 4, noNaN: true }) })
  .filter(({ axis }) => length(axis) > 1)
  .map(({ axis, angle }) => scaled(normalize(axis), angle));

describe('vectors', () => {
  const [a, b] = [
    { x: 1, y: 2, z: 3 },
    { x: 4, y: -5, z: 6 },
  ];

  it('have the hand-computed products and lengths', () => {
    expect(dot(a, b)).toBe(1 * 4 - 2 * 5 + 3 * 6);
    expect(subtract(a, b)).toEqual({ x: -3, y: 7, z: -3 });
    expect(cross(a, b)).toEqual({ x: 27, y: 6, z: -13 });
    expect(cross(X, Y)).toEqual(Z);
    expect(length({ x: 3, y: -4, z: 12 })).toBe(13);
    expect(apart(normalize({ x: 3, y: -4, z: 12 }), { x: 3 / 13, y: -4 / 13, z: 12 / 13 })).toBeLessThan(
      1e-15,
    );
  });

  it('have their angle between them, to the last digits near 0° and 180° too', () => {
    expect(angleBetween(X, scaled(Y, 7))).toBeCloseTo(Math.PI / 2, 15);
    expect(angleBetween(scaled(X, 5), { x: 1, y: Math.sqrt(3), z: 0 })).toBeCloseTo(Math.PI / 3, 15);
    expect(angleBetween(a, scaled(a, -2))).toBe(Math.PI);
    expect(angleBetween(a, scaled(a, 2))).toBe(0);
    expect(angleBetween(X, { x: 1, y: 1e-10, z: 0 })).toBeCloseTo(1e-10, 20);
  });
});

describe('a turned vector', () => {
  const quarter = Math.PI / 2;

  it.each([
    ['x about z', X, Z, Y],
    ['y about x', Y, X, Z],
    ['z about y', Z, Y, X],
  ])('goes counter-clockwise: %s', (_, from, axis, to) => {
    expect(apart(rotate(from, scaled(axis, quarter)), to)).toBeLessThan(1e-15);
  });

  it('goes through the axes in turn, a third of a circle about their diagonal', () => {
    const third = scaled(normalize({ x: 1, y: 1, z: 1 }), (2 * Math.PI) / 3);
    const turned = rotate({ x: 1, y: 2, z: 3 }, third);
    expect(apart(turned, { x: 3, y: 1, z: 2 })).toBeLessThan(1e-14);
  });

  it('is unchanged by a zero angle', () => {
    expect(rotate(X, { x: 0, y: 0, z: 0 })).toEqual(X);
  });

  it('keeps its length and its angle to the axis, and is back after the opposite turn (seed 1)', () => {
    fc.assert(
      fc.property(vector, turn, (from, rotation) => {
        const to = rotate(from, rotation);
        expect(Math.abs(length(to) - length(from))).toBeLessThan(1e-9);
        expect(Math.abs(dot(to, rotation) - dot(from, rotation))).toBeLessThan(1e-8);
        expect(apart(rotate(to, scaled(rotation, -1)), from)).toBeLessThan(1e-9);
        const halfway = rotate(from, scaled(rotation, 0.5));
        expect(apart(rotate(halfway, scaled(rotation, 0.5)), to)).toBeLessThan(1e-9);
      }),
      { seed: 1 },
    );
  });
});
