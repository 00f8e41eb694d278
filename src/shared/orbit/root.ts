import { addMs, type EpochMs, epochMs } from '../units.ts';

/** A quantity as a function of time. Where it is NaN, it is not known. */
export type TimeFunction = (time: EpochMs) => number;

/** A function's value at an instant. */
export interface Sample {
  readonly time: EpochMs;
  readonly value: number;
}

/** Instants are sought until they are known to be within this of the true one; in effect they are much closer. */
const TOLERANCE_MS = 0.5;
/** Slopes are taken over this much to either side. */
const SLOPE_MS = 100;
/** How far ITP moves its guess towards the middle, as a share of the first bracket. */
const ITP_SHIFT = 0.01;

/**
 * The instant between two samples, one positive and one not, at which a function changes between positive and not
 * positive, to less than a millisecond. Uses ITP (Oliveira and Takahashi 2020): as fast as the secant method where the
 * function is smooth, never slower than one step more than bisection where it is not, or is not known.
 */
export function crossing(f: TimeFunction, from: Sample, to: Sample): EpochMs {
  const isRising = to.value > 0;
  let a: number = from.time;
  let b: number = to.time;
  let valueA = from.value;
  let valueB = to.value;
  const width = b - a;
  const steps = Math.max(0, Math.ceil(Math.log2(width / (2 * TOLERANCE_MS)))) + 1;
  for (let step = 0; b - a > 2 * TOLERANCE_MS; step++) {
    const middle = (a + b) / 2;
    const slack = Math.max(0, TOLERANCE_MS * 2 ** (steps - step) - (b - a) / 2);
    const secant = a - ((b - a) * valueA) / (valueB - valueA);
    const towardsMiddle = Math.sign(middle - secant);
    const shift = Math.max(TOLERANCE_MS, (ITP_SHIFT * (b - a) ** 2) / width);
    const shifted = shift <= Math.abs(middle - secant) ? secant + towardsMiddle * shift : middle;
    const guess = Math.abs(shifted - middle) <= slack ? shifted : middle - towardsMiddle * slack;
    const value = f(epochMs(guess));
    if (value > 0 === isRising) [b, valueB] = [guess, value];
    else [a, valueA] = [guess, value];
  }
  const secant = a - ((b - a) * valueA) / (valueB - valueA);
  return epochMs(secant >= a && secant <= b ? secant : (a + b) / 2);
}

/** The instant of a function's highest value between two instants between which it turns at most once. */
export function highestBetween(f: TimeFunction, from: EpochMs, to: EpochMs): EpochMs {
  const slope = (time: EpochMs): number => f(addMs(time, SLOPE_MS)) - f(addMs(time, -SLOPE_MS));
  const first: Sample = { time: from, value: slope(from) };
  if (!(first.value > 0)) return from;
  const last: Sample = { time: to, value: slope(to) };
  if (last.value > 0) return to;
  return crossing(slope, first, last);
}
