import { type EpochMs, epochMs } from '../units.ts';
import { greenwichSiderealTime, temeToEcef } from './frames.ts';
import type { Propagator } from './propagator.ts';
import type { Vector } from './vector.ts';

/** Positions of a satellite on a fixed grid, for interpolation. */
export interface OrbitSamples {
  /** Instant of the first sample. Samples are at whole multiples of `stepMs` since 1970. */
  readonly startTime: EpochMs;
  readonly stepMs: number;
  /** x, y, z for each sample, km, Earth-fixed (ECEF). At least one sample. */
  readonly positionsEcefKm: Float64Array;
}

/** Extra samples on either side of the requested interval, for the interpolation. */
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
 * An orbit sampled over a stretch of time, and three steps beyond either end; no further than it exists, and
 * `undefined` where none of it does. One SGP4 evaluation for each sample.
 */
export function sampleOrbit(
  propagator: Propagator,
  from: EpochMs,
  to: EpochMs,
  stepMs: number,
): OrbitSamples | undefined {
  const positions: number[] = [];
  let startTime: EpochMs | undefined;
  for (let k = Math.floor(from / stepMs) - MARGIN; k <= Math.ceil(to / stepMs) + MARGIN; k++) {
    const time = epochMs(k * stepMs);
    const state = propagator.stateAt(time);
    if (state) {
      startTime ??= time;
      const { x, y, z } = temeToEcef(state.positionTeme, greenwichSiderealTime(time));
      positions.push(x, y, z);
    } else if (startTime !== undefined) break;
  }
  if (startTime === undefined) return undefined;
  return { startTime, stepMs, positionsEcefKm: Float64Array.from(positions) };
}

/** Instant of the last sample. */
export const lastSampleTime = ({ startTime, stepMs, positionsEcefKm }: OrbitSamples): EpochMs =>
  epochMs(startTime + (positionsEcefKm.length / 3 - 1) * stepMs);

/**
 * The Earth-fixed position in km at an instant among the samples, by Lagrange interpolation through the eight around
 * it. At steps of 2 minutes within 0.1 m of SGP4 for low, nearly circular orbits, within 5 m for any; towards the last
 * samples of an orbit that ends ten times that. It needs no velocities, because those of SGP4 are not quite the
 * derivatives of its positions: for eccentric orbits they are off by metres a second.
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
