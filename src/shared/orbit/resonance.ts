import type { SatRec } from 'satellite.js';
import { cos, sin } from '../kit/math.ts';

/**
 * Constants of the integrator in SGP4's `dspace` (Vallado and others, AIAA 2006-6753): step in minutes, half its
 * square.
 */
const STEP_MIN = 720;
const HALF_STEP_SQUARED = 259_200;

const FASX2 = 0.13130908;
const FASX4 = 2.8843198;
const FASX6 = 0.37448087;
const G22 = 5.7686396;
const G32 = 0.95240898;
const G44 = 1.8014998;
const G52 = 1.050833;
const G54 = 4.4108898;

/** About 14 years to either side of the epoch; beyond, SGP4 integrates itself. */
const MOST_STEPS = 10_000;

/** Resonance longitude in radians, and mean motion in radians per minute, after whole steps from the epoch. */
interface Checkpoint {
  readonly xli: number;
  readonly xni: number;
}

/** Returns the rate of the mean motion and its derivative, for a one-day orbit. */
function ratesOfDay(satrec: SatRec, { xli, xni }: Checkpoint): readonly [number, number] {
  const { del1, del2, del3, xfact } = satrec;
  const rate = del1 * sin(xli - FASX2) + del2 * sin(2 * (xli - FASX4)) + del3 * sin(3 * (xli - FASX6));
  const second =
    del1 * cos(xli - FASX2) + 2 * del2 * cos(2 * (xli - FASX4)) + 3 * del3 * cos(3 * (xli - FASX6));
  return [rate, second * (xni + xfact)];
}

/** Same for an eccentric half-day orbit. */
function ratesOfHalfDay(
  satrec: SatRec,
  { xli, xni }: Checkpoint,
  minutes: number,
): readonly [number, number] {
  const { d2201, d2211, d3210, d3222, d4410, d4422, d5220, d5232, d5421, d5433 } = satrec;
  const xomi = satrec.argpo + satrec.argpdot * minutes;
  const x2omi = xomi + xomi;
  const x2li = xli + xli;
  const rate =
    d2201 * sin(x2omi + xli - G22) +
    d2211 * sin(xli - G22) +
    d3210 * sin(xomi + xli - G32) +
    d3222 * sin(-xomi + xli - G32) +
    d4410 * sin(x2omi + x2li - G44) +
    d4422 * sin(x2li - G44) +
    d5220 * sin(xomi + xli - G52) +
    d5232 * sin(-xomi + xli - G52) +
    d5421 * sin(xomi + x2li - G54) +
    d5433 * sin(-xomi + x2li - G54);
  const second =
    d2201 * cos(x2omi + xli - G22) +
    d2211 * cos(xli - G22) +
    d3210 * cos(xomi + xli - G32) +
    d3222 * cos(-xomi + xli - G32) +
    d5220 * cos(xomi + xli - G52) +
    d5232 * cos(-xomi + xli - G52) +
    2 *
      (d4410 * cos(x2omi + x2li - G44) +
        d4422 * cos(x2li - G44) +
        d5421 * cos(xomi + x2li - G54) +
        d5433 * cos(-xomi + x2li - G54));
  return [rate, second * (xni + satrec.xfact)];
}

/**
 * Caches SGP4's integration for an orbit in resonance with the Earth's field. satellite.js discards it and integrates
 * from the epoch at every call: with month-old elements that costs ten times the rest. The checkpoints lie on the
 * integrator's own steps, so that the states are the same in any order of calls.
 *
 * @returns sets the record's integrator to the last step before an instant, in minutes from the epoch
 */
export function keepResonance(satrec: SatRec): (minutes: number) => void {
  if (satrec.irez === 0) return () => undefined;
  const epoch: Checkpoint = { xli: satrec.xlamo, xni: satrec.no };
  const directions = { 1: [epoch], [-1]: [epoch] };
  return (minutes) => {
    const sign = minutes < 0 ? -1 : 1;
    const checkpoints = directions[sign];
    const steps = Math.min(Math.floor(Math.abs(minutes) / STEP_MIN), MOST_STEPS);
    for (let done = checkpoints.length; done <= steps; done++) {
      const last = checkpoints[done - 1] ?? epoch;
      const [rate, second] =
        satrec.irez === 2
          ? ratesOfHalfDay(satrec, last, sign * STEP_MIN * (done - 1))
          : ratesOfDay(satrec, last);
      checkpoints.push({
        xli: last.xli + ((last.xni + satrec.xfact) * sign * STEP_MIN + rate * HALF_STEP_SQUARED),
        xni: last.xni + (rate * sign * STEP_MIN + second * HALF_STEP_SQUARED),
      });
    }
    const { xli, xni } = checkpoints[steps] ?? epoch;
    satrec.atime = sign * steps * STEP_MIN;
    satrec.xli = xli;
    satrec.xni = xni;
  };
}
