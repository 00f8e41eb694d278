// Not ml-levenberg-marquardt: 13.7 kB (brotli) against 0.7, and it never retries a shorter step (atan from 3 fails).
/**
 * Residuals for a choice of unknowns, each in units of its own standard deviation; `undefined` where the
 * unknowns are invalid. The unknowns are scaled so that a change by 1 is significant for each of them.
 */
export type Residuals = (unknowns: readonly number[]) => readonly number[] | undefined;

export interface Minimum {
  readonly unknowns: readonly number[];
  /** Sum of the squared residuals there. */
  readonly sum: number;
}

/** Caps on the steps, and on the attempts to shorten each. */
const STEPS = 12;
const ATTEMPTS = 5;
/** Step of the finite differences: far above the rounding of SGP4 and far below its curvature. */
const DIFFERENCE = 1e-3;
/** A step that gains less than this share of the sum, or of one squared deviation, is the last. */
const LEAST_GAIN = 1e-6;
const FIRST_DAMPING = 1e-3;

type Matrix = readonly (readonly number[])[];

const at = (row: readonly number[] | undefined, column: number): number => row?.[column] ?? Number.NaN;
const dotOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * at(b, index), 0);
const sumOf = (residuals: readonly number[]): number => dotOf(residuals, residuals);

/** Solves A x = b for a symmetric, positive definite A, by Cholesky decomposition; NaN for any other A. */
function solve(a: Matrix, b: readonly number[]): readonly number[] {
  const lower: number[][] = [];
  const forward: number[] = [];
  for (const [i, row] of a.entries()) {
    const filled: number[] = [];
    for (let j = 0; j < i; j++) {
      const other = lower[j] ?? [];
      filled.push((at(row, j) - dotOf(filled, other)) / at(other, j));
    }
    forward.push((at(b, i) - dotOf(filled, forward)) / Math.sqrt(at(row, i) - sumOf(filled)));
    filled.push(Math.sqrt(at(row, i) - sumOf(filled)));
    lower.push(filled);
  }
  const x = b.map(() => 0);
  for (let i = b.length - 1; i >= 0; i--) {
    let value = at(forward, i);
    for (let j = i + 1; j < b.length; j++) value -= at(lower[j], i) * at(x, j);
    x[i] = value / at(lower[i], i);
  }
  return x;
}

/** Returns the derivatives of the residuals for each unknown; `undefined` at the edge of the valid range. */
function slopes(
  residuals: Residuals,
  unknowns: readonly number[],
  here: readonly number[],
): Matrix | undefined {
  const columns: (readonly number[])[] = [];
  for (const index of unknowns.keys()) {
    const beside = residuals(unknowns.map((value, k) => (k === index ? value + DIFFERENCE : value)));
    if (!beside) return undefined;
    columns.push(beside.map((value, k) => (value - at(here, k)) / DIFFERENCE));
  }
  return columns;
}

/**
 * Finds the unknowns with the least sum of squares, from a start on: Gauss–Newton with Levenberg–Marquardt damping
 * and finite differences. It converges to a local minimum, after at most 12 steps, which is 12 · (5 + number of
 * unknowns) + 1 evaluations. `undefined` if the start is invalid.
 */
export function leastSquares(residuals: Residuals, start: readonly number[]): Minimum | undefined {
  let unknowns = start;
  let here = residuals(start);
  if (!here) return undefined;
  let sum = sumOf(here);
  let damping = FIRST_DAMPING;
  for (let step = 0; step < STEPS; step++) {
    const columns = slopes(residuals, unknowns, here);
    if (!columns) break;
    const left = here;
    const downhill = columns.map((column) => -dotOf(column, left));
    const normal = columns.map((column) => columns.map((other) => dotOf(column, other)));
    const before = sum;
    for (let attempt = 0; attempt < ATTEMPTS && sum === before; attempt++) {
      const damped = normal.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) : value)));
      const move = solve(damped, downhill);
      const next = unknowns.map((value, index) => value + at(move, index));
      const there = residuals(next);
      if (there && sumOf(there) < sum) {
        [unknowns, here, sum] = [next, there, sumOf(there)];
        damping /= 10;
      } else damping *= 10;
    }
    if (!(before - sum > LEAST_GAIN * (1 + sum))) break;
  }
  return { unknowns, sum };
}
