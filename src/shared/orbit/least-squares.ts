/**
 * What a choice of unknowns leaves over, each entry in units of its own standard deviation; `undefined` where the
 * unknowns mean nothing. The unknowns are scaled so that a change by 1 is a noticeable one for each of them.
 */
export type Residuals = (unknowns: readonly number[]) => readonly number[] | undefined;

export interface Minimum {
  readonly unknowns: readonly number[];
  /** The sum of the squares of what is left over there. */
  readonly sum: number;
}

/** At most so many steps, each with so many attempts to shorten it. */
const STEPS = 12;
const ATTEMPTS = 5;
/** For the slopes: far above the rounding of SGP4 and far below where its curvature shows. */
const DIFFERENCE = 1e-3;
/** A step that gains less than this share of the sum, or of one squared deviation, was the last. */
const LEAST_GAIN = 1e-6;
const FIRST_DAMPING = 1e-3;

type Matrix = readonly (readonly number[])[];

const at = (row: readonly number[] | undefined, column: number): number => row?.[column] ?? Number.NaN;
const dotOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * at(b, index), 0);
const sumOf = (residuals: readonly number[]): number => dotOf(residuals, residuals);

/** Solves A x = b for a symmetric, positive definite A, by Cholesky's decomposition; NaN where A is none. */
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

/** For each unknown how the residuals change with it; `undefined` at the edge of what has a meaning. */
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
 * The unknowns, from a start on, that leave the least sum of squares: Gauss and Newton's method with the damping of
 * Levenberg and Marquardt, slopes by differences. It ends in the valley that it starts in, after at most 12 steps,
 * which is 12 · (5 + number of unknowns) + 1 evaluations. `undefined` where the start has no meaning.
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
