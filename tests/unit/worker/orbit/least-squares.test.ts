import { describe, expect, it } from 'vitest';
import { leastSquares, type Residuals } from '../../../../src/worker/orbit/least-squares.ts';

function minimumOf(residuals: Residuals, start: readonly number[]) {
  const minimum = leastSquares(residuals, start);
  if (!minimum) throw new Error('no minimum');
  return minimum;
}

/** Wraps residuals to count their evaluations. */
function counted(residuals: Residuals) {
  const count = { value: 0 };
  const asked: Residuals = (unknowns) => {
    count.value += 1;
    return residuals(unknowns);
  };
  return { asked, count };
}

const lineThrough =
  (points: readonly (readonly [number, number])[]): Residuals =>
  ([a = 0, b = 0]) =>
    points.map(([x, y]) => y - (a + b * x));

describe('the least sum of squares', () => {
  it('of a line through four points is the one of the textbook', () => {
    // y = 3.5 + 1.4 x leaves 1.1, -1.3, -0.7 and 0.9.
    const { unknowns, sum } = minimumOf(
      lineThrough([
        [1, 6],
        [2, 5],
        [3, 7],
        [4, 10],
      ]),
      [0, 0],
    );
    expect(unknowns[0]).toBeCloseTo(3.5, 4);
    expect(unknowns[1]).toBeCloseTo(1.4, 4);
    expect(sum).toBeCloseTo(1.21 + 1.69 + 0.49 + 0.81, 6);
  });

  it('of four unknowns that depend on one another is found, and nothing is left', () => {
    const real = [2, -3, 0.5, 1];
    const cubicAt = (factors: readonly number[], x: number): number =>
      factors.reduce((sum, factor, power) => sum + factor * x ** power, 0);
    const places = [-2, -1, 0, 0.5, 1, 2, 3];
    const { unknowns, sum } = minimumOf(
      (tried) => places.map((x) => cubicAt(tried, x) - cubicAt(real, x)),
      [0, 0, 0, 0],
    );
    for (const [index, factor] of real.entries()) expect(unknowns[index]).toBeCloseTo(factor, 4);
    expect(sum).toBeLessThan(1e-6);
  });

  it('of a curve is that of the reference data (NIST StRD, Misra1a, from its second start)', () => {
    const x = [77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760];
    const y = [
      10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78,
    ];
    const { unknowns, sum } = minimumOf(
      ([b1 = 0, b2 = 0]) =>
        x.map((value, index) => (y[index] ?? 0) - 100 * b1 * (1 - Math.exp(-1e-4 * b2 * value))),
      [2.5, 5],
    );
    expect(unknowns[0]).toBeCloseTo(2.3894212918, 4);
    expect(unknowns[1]).toBeCloseTo(5.5015643181, 3);
    expect(sum).toBeCloseTo(0.12455138894, 6);
  });

  it('is found if only the sum of two unknowns matters, with both moved alike', () => {
    const { unknowns, sum } = minimumOf(([a = 0, b = 0]) => [a + b - 2], [0, 0]);
    expect(unknowns[0]).toBeCloseTo(1, 4);
    expect(unknowns[1]).toBeCloseTo(1, 4);
    expect(sum).toBeLessThan(1e-6);
  });

  it('is searched in shorter steps if a full one leaves the domain', () => {
    // From 5 the logarithm's tangent meets zero at -3, where it is undefined.
    const { unknowns } = minimumOf(([u = 0]) => (u > 0 ? [Math.log(u)] : undefined), [5]);
    expect(unknowns[0]).toBeCloseTo(1, 4);
  });

  it('is searched in shorter steps if a full one increases the residual', () => {
    // From 3 the arctangent's tangent meets zero at -9.5, and diverges from there.
    const { unknowns } = minimumOf(([u = 0]) => [Math.atan(u)], [3]);
    expect(unknowns[0]).toBeCloseTo(0, 4);
  });
});

describe('the search for it', () => {
  it('does not begin outside the domain', () => {
    expect(leastSquares(() => undefined, [1])).toBeUndefined();
  });

  it('ends at the start if the slopes are undefined', () => {
    expect(leastSquares(([u = 0]) => (u <= 1 ? [u - 3] : undefined), [1])).toEqual({ unknowns: [1], sum: 4 });
  });

  it('ends at the start after five attempts if no unknown has an effect', () => {
    const { asked, count } = counted(() => [3, 4]);
    expect(leastSquares(asked, [7])).toEqual({ unknowns: [7], sum: 25 });
    expect(count.value).toBe(1 + 1 + 5);
  });

  it('ends after twelve steps, though each of them gains', () => {
    // The tangent of e^-u meets zero one unit further on, from any point.
    const { asked, count } = counted(([u = 0]) => [1e6 * Math.exp(-u)]);
    const { unknowns } = minimumOf(asked, [0]);
    expect(unknowns[0]).toBeCloseTo(12, 1);
    // Each step takes one slope and one trial.
    expect(count.value).toBe(1 + 12 * 2);
  });

  it('ends as soon as a step gains next to nothing', () => {
    // The first step comes within a thousandth, its damping; the second reaches the minimum; the third gains nothing.
    const { asked, count } = counted(([u = 0]) => [u - 2, 1]);
    const { unknowns, sum } = minimumOf(asked, [0]);
    expect(unknowns[0]).toBeCloseTo(2, 5);
    expect(sum).toBeCloseTo(1, 9);
    expect(count.value).toBeLessThanOrEqual(1 + 3 * (1 + 5));
  });

  it('ends as soon as a step gains next to nothing of the remainder', () => {
    // The second step can gain at most a millionth of the first one's 4, out of a remaining million.
    const { asked, count } = counted(([u = 0]) => [u - 2, 1000]);
    expect(minimumOf(asked, [0]).sum).toBeCloseTo(1e6, 3);
    expect(count.value).toBe(1 + 2 * 2);
  });
});
