import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../kit/units.ts';
import { WGS72 } from './constants.ts';
import type { StateTeme } from './frames.ts';
import { ecefToTeme, greenwichSiderealTime, temeToEcef } from './frames.ts';
import type { Propagator } from './propagator.ts';
import { cross, dot, length, type Vector } from './vector.ts';

/** State of a satellite at a step of a grid. */
export interface GridPoint {
  readonly state: StateTeme;
  /** In km. */
  readonly positionEcef: Vector;
}

/** An orbit on a fixed grid: each point costs one SGP4 evaluation, at its first use. */
export interface OrbitGrid {
  readonly stepMs: number;
  /** Returns the point at a whole multiple of the step since 1970; `undefined` where the orbit does not exist. */
  pointAt(step: number): GridPoint | undefined;
}

export function createGrid({ stateAt }: Pick<Propagator, 'stateAt'>, stepMs: number): OrbitGrid {
  const points = new Map<number, GridPoint | undefined>();
  const compute = (time: EpochMs): GridPoint | undefined => {
    const state = stateAt(time);
    return state && { state, positionEcef: temeToEcef(state.positionTeme, greenwichSiderealTime(time)) };
  };
  return {
    stepMs,
    pointAt(step) {
      const known = points.get(step);
      if (known || points.has(step)) return known;
      const point = compute(epochMs(step * stepMs));
      points.set(step, point);
      return point;
    },
  };
}

const SHORTEST_STEP_MS = 2 * MS_PER_MIN;
/** The Earth turns by 4° in this time. */
const LONGEST_STEP_MS = 16 * MS_PER_MIN;
/** Maximum geocentric angle per step at the perigee, in radians: that of the lowest orbits in 2 minutes. */
const MOST_WAY_RAD = 0.15;

/**
 * Returns the step at which an orbit can be interpolated: 2 minutes for low and for eccentric orbits, up to 16 for high
 * circular ones. It derives from the state at the epoch, so that it is the same in each search.
 */
export function samplingStepMs({ epoch, stateAt }: Propagator): number {
  const state = stateAt(epoch);
  if (!state) return SHORTEST_STEP_MS;
  const { positionTeme, velocityTeme } = state;
  const momentum = length(cross(positionTeme, velocityTeme));
  const energy = dot(velocityTeme, velocityTeme) / 2 - WGS72.gravity / length(positionTeme);
  const axisKm = -WGS72.gravity / (2 * energy);
  const eccentricity = Math.sqrt(Math.max(0, 1 - momentum ** 2 / (WGS72.gravity * axisKm)));
  const rate = momentum / (axisKm * (1 - eccentricity)) ** 2;
  let stepMs = LONGEST_STEP_MS;
  while (stepMs > SHORTEST_STEP_MS && !((rate * stepMs) / MS_PER_S <= MOST_WAY_RAD)) stepMs /= 2;
  return stepMs;
}

/** Positions of a satellite on a fixed grid, for interpolation. */
export interface OrbitSamples {
  /** Time of the first sample. Samples are at whole multiples of `stepMs` since 1970. */
  readonly startTime: EpochMs;
  readonly stepMs: number;
  /** x, y, z for each sample, km, Earth-fixed (ECEF). At least one sample. */
  readonly positionsEcefKm: Float64Array;
}

/** Extra samples on either side of the requested interval, for interpolation. */
const MARGIN = 3;

/**
 * Weights of barycentric Lagrange interpolation (Berrut and Trefethen 2004) for 1 to 8 equidistant points.
 */
const WEIGHTS: readonly (readonly number[])[] = [
  [1],
  [1, -1],
  [1, -2, 1],
  [1, -3, 3, -1],
  [1, -4, 6, -4, 1],
  [1, -5, 10, -10, 5, -1],
  [1, -6, 15, -20, 15, -6, 1],
  [1, -7, 21, -35, 35, -21, 7, -1],
];

/**
 * Samples an orbit over an interval and three steps beyond either end, as far as it exists; `undefined` if it exists
 * nowhere there.
 */
export function sampleOrbit(
  { stepMs, pointAt }: OrbitGrid,
  from: EpochMs,
  to: EpochMs,
): OrbitSamples | undefined {
  const positions: number[] = [];
  let startTime: EpochMs | undefined;
  for (let k = Math.floor(from / stepMs) - MARGIN; k <= Math.ceil(to / stepMs) + MARGIN; k++) {
    const point = pointAt(k);
    if (point) {
      startTime ??= epochMs(k * stepMs);
      const { x, y, z } = point.positionEcef;
      positions.push(x, y, z);
    } else if (startTime !== undefined) break;
  }
  if (startTime === undefined) return undefined;
  return { startTime, stepMs, positionsEcefKm: Float64Array.from(positions) };
}

export const lastSampleTime = ({ startTime, stepMs, positionsEcefKm }: OrbitSamples): EpochMs =>
  epochMs(startTime + (positionsEcefKm.length / 3 - 1) * stepMs);

/**
 * Returns the Earth-fixed position in km at an instant among the samples, by Lagrange interpolation through the eight
 * around it. At the step of `samplingStepMs` within 0.1 m of SGP4 for low, nearly circular orbits, within 5 m for any;
 * ten times that towards the end of an orbit. It uses no velocities, because those of SGP4 are not the exact
 * derivatives of its positions: for eccentric orbits they are off by metres per second.
 */
export function positionEcefAt(
  { startTime, stepMs, positionsEcefKm: p }: OrbitSamples,
  time: EpochMs,
): Vector {
  const count = p.length / 3;
  const points = Math.min(count, WEIGHTS.length);
  const before = Math.floor((time - startTime) / stepMs) - MARGIN;
  const first = Math.min(Math.max(before, 0), count - points);
  const offset = (time - (startTime + first * stepMs)) / stepMs;
  const weights = WEIGHTS[points - 1] ?? [];
  let [x, y, z, sum] = [0, 0, 0, 0];
  for (let k = 0; k < points; k++) {
    const i = 3 * (first + k);
    const sample = { x: p[i] ?? Number.NaN, y: p[i + 1] ?? Number.NaN, z: p[i + 2] ?? Number.NaN };
    if (offset === k) return sample;
    const weight = (weights[k] ?? 0) / (offset - k);
    x += weight * sample.x;
    y += weight * sample.y;
    z += weight * sample.z;
    sum += weight;
  }
  return { x: x / sum, y: y / sum, z: z / sum };
}

/** Returns the same position in TEME. */
export const positionTemeAt = (samples: OrbitSamples, time: EpochMs): Vector =>
  ecefToTeme(positionEcefAt(samples, time), greenwichSiderealTime(time));
