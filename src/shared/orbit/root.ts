import { addMs, type EpochMs, epochMs } from '../kit/units.ts';

/** A quantity as a function of time; NaN where it is unknown. */
export type TimeFunction = (time: EpochMs) => number;

/** Value of a function at an instant. */
export interface TimedValue {
  readonly time: EpochMs;
  readonly value: number;
}

/** Tolerance of a root; the actual error is much smaller. */
const TOLERANCE_MS = 0.5;
/** Slopes are computed over this time to either side. */
const SLOPE_MS = 100;
/** Shift of ITP's guess towards the middle, as a share of the first bracket. */
const ITP_SHIFT = 0.01;

/**
 * Returns the time of a sign change between two samples, one positive and one not, to less than a millisecond. Uses ITP
 * (Oliveira and Takahashi 2020): as fast as the secant method for smooth functions, and at most one step slower than
 * bisection for others, or where the function is unknown.
 */
export function crossing(f: TimeFunction, from: TimedValue, to: TimedValue): EpochMs {
  const isRising = to.value > 0;
  let a: number = from.time;
  let b: number = to.time;
  let valueA = from.value;
  let valueB = to.value;
  const width = b - a;
  /** Half of the widest bracket allowed: that of bisection one step earlier. */
  let allowance = 2 * TOLERANCE_MS;
  while (allowance < width) allowance *= 2;
  for (; b - a > 2 * TOLERANCE_MS; allowance /= 2) {
    const middle = (a + b) / 2;
    const slack = Math.max(0, allowance - (b - a) / 2);
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

/** Returns the time of a function's maximum in an interval in which it turns at most once. */
export function highestBetween(f: TimeFunction, from: EpochMs, to: EpochMs): EpochMs {
  const slope = (time: EpochMs): number => f(addMs(time, SLOPE_MS)) - f(addMs(time, -SLOPE_MS));
  const first: TimedValue = { time: from, value: slope(from) };
  if (!(first.value > 0)) return from;
  const last: TimedValue = { time: to, value: slope(to) };
  if (last.value > 0) return to;
  return crossing(slope, first, last);
}
