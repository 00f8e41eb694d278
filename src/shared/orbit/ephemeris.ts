import { atan2, cos, sin } from '../kit/math.ts';
import { type Degrees, type EpochMs, epochMs, MS_PER_S, type Radians, toDegrees } from '../kit/units.ts';
import { ecefToGeodetic, type Geodetic, type StateEcef } from './frames.ts';
import { blend, type OrbitTransition, transitionFrom } from './orbit-transition.ts';
import { length, subtract, type Vector } from './vector.ts';

/**
 * Motion of a satellite over an interval: states on a fixed grid, interpolated in between. A window is sent instead of
 * a position, so that the map moves in every frame.
 */
export interface EphemerisWindow {
  /** Time of the first sample. Samples are at whole multiples of `stepMs` since 1970. */
  readonly startTime: EpochMs;
  readonly stepMs: number;
  /** x, y, z for each sample, km, Earth-fixed (ECEF). */
  readonly positionsEcefKm: Float64Array;
  /** x, y, z for each sample, km/s, relative to the rotating Earth. */
  readonly velocitiesEcefKmPerS: Float64Array;
  /** Eclipse fraction of each sample, 0 to 1. */
  readonly eclipseFractions: Float32Array;
  /** Transition from the position of an earlier window: see `transitionInto`. */
  readonly transition?: OrbitTransition;
}

/** Motion of a satellite, or the reason why it is unknown. */
export type Ephemeris =
  | { readonly status: 'available'; readonly window: EphemerisWindow }
  | { readonly status: 'unavailable'; readonly reason: string };

/** A satellite at one instant. */
export interface SatelliteFix extends Geodetic {
  /** Direction of motion over the ground, clockwise from true north, 0 to 360. */
  readonly heading: Degrees;
  /** Share of the Sun's disc that the Earth covers, 0 to 1. */
  readonly eclipseFraction: number;
}

const sampleCount = (window: EphemerisWindow): number => window.eclipseFractions.length;
export const sampleTime = (window: EphemerisWindow, index: number): EpochMs =>
  epochMs(window.startTime + index * window.stepMs);
/** Last instant of the window. */
export const endTime = (window: EphemerisWindow): EpochMs => sampleTime(window, sampleCount(window) - 1);

const vectorAt = (values: Float64Array, index: number): Vector => ({
  x: values[3 * index] ?? Number.NaN,
  y: values[3 * index + 1] ?? Number.NaN,
  z: values[3 * index + 2] ?? Number.NaN,
});

/** Returns the heading of a velocity at a place. */
function headingOf(velocityEcef: Vector, { latitude, longitude }: Geodetic): Degrees {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  const east = -sin(lambda) * velocityEcef.x + cos(lambda) * velocityEcef.y;
  const outwards = cos(lambda) * velocityEcef.x + sin(lambda) * velocityEcef.y;
  const north = -sin(phi) * outwards + cos(phi) * velocityEcef.z;
  return ((toDegrees(atan2(east, north) as Radians) + 360) % 360) as Degrees;
}

/** Locates an instant in a window: index of the sample before it, and share of the step. */
function locate(window: EphemerisWindow, time: EpochMs): { index: number; share: number } | undefined {
  const offset = (time - window.startTime) / window.stepMs;
  const last = sampleCount(window) - 1;
  if (!(offset >= 0 && offset <= last)) return undefined;
  const index = Math.min(Math.floor(offset), last - 1);
  return { index, share: offset - index };
}

/** Returns the state on the window's own path: see `stateAt`. */
function ownStateAt(window: EphemerisWindow, time: EpochMs): StateEcef | undefined {
  const place = locate(window, time);
  if (!place) return undefined;
  const { index, share: t } = place;
  const stepS = window.stepMs / MS_PER_S;
  const p0 = vectorAt(window.positionsEcefKm, index);
  const p1 = vectorAt(window.positionsEcefKm, index + 1);
  const v0 = vectorAt(window.velocitiesEcefKmPerS, index);
  const v1 = vectorAt(window.velocitiesEcefKmPerS, index + 1);

  const t2 = t * t;
  const t3 = t2 * t;
  const position = (a: number, b: number, va: number, vb: number): number =>
    (2 * t3 - 3 * t2 + 1) * a +
    (t3 - 2 * t2 + t) * stepS * va +
    (3 * t2 - 2 * t3) * b +
    (t3 - t2) * stepS * vb;
  const velocity = (a: number, b: number, va: number, vb: number): number =>
    ((6 * t2 - 6 * t) * (a - b)) / stepS + (3 * t2 - 4 * t + 1) * va + (3 * t2 - 2 * t) * vb;
  return {
    positionEcef: {
      x: position(p0.x, p1.x, v0.x, v1.x),
      y: position(p0.y, p1.y, v0.y, v1.y),
      z: position(p0.z, p1.z, v0.z, v1.z),
    },
    velocityEcef: {
      x: velocity(p0.x, p1.x, v0.x, v1.x),
      y: velocity(p0.y, p1.y, v0.y, v1.y),
      z: velocity(p0.z, p1.z, v0.z, v1.z),
    },
  };
}

/**
 * Returns position and velocity at an instant, by cubic Hermite interpolation between the two nearest samples: within
 * 0.1 m of the propagated orbit at steps of 30 s, except during a transition. `undefined` outside the window.
 */
export function stateAt(window: EphemerisWindow, time: EpochMs): StateEcef | undefined {
  const state = ownStateAt(window, time);
  return state && window.transition ? blend(state, window.transition, time) : state;
}

/** Closer positions count as equal: the jump is invisible. */
const SAME_PLACE_KM = 0.001;

/**
 * Returns the window with a transition from an earlier one at an instant: over `durationMs` the satellite moves onto
 * its new path, so that a change of source causes no jump. Before that instant the offset is constant; after the
 * transition the window is unchanged; illumination is always the window's own. The earlier window may itself be in
 * transition: the satellite continues from its position then. Returns the given window if there is no jump, or if one
 * of the two has no position.
 */
export function transitionInto(
  window: EphemerisWindow,
  earlier: EphemerisWindow,
  time: EpochMs,
  durationMs: number,
): EphemerisWindow {
  const own = ownStateAt(window, time);
  const shown = stateAt(earlier, time)?.positionEcef;
  const next = stateAt(window, time)?.positionEcef;
  if (!own || !shown || !next || !(durationMs > 0)) return window;
  if (length(subtract(shown, next)) < SAME_PLACE_KM) return window;
  return { ...window, transition: transitionFrom(shown, own, time, durationMs) };
}

/** Returns the eclipse fraction at an instant, 0 to 1; `undefined` outside the window. */
export function eclipseFractionAt(window: EphemerisWindow, time: EpochMs): number | undefined {
  const place = locate(window, time);
  if (!place) return undefined;
  const before = window.eclipseFractions[place.index] ?? 0;
  const after = window.eclipseFractions[place.index + 1] ?? before;
  return before + (after - before) * place.share;
}

/** Returns the satellite at an instant: see `stateAt`. `undefined` outside the window. */
export function fixAt(window: EphemerisWindow, time: EpochMs): SatelliteFix | undefined {
  const state = stateAt(window, time);
  const eclipseFraction = eclipseFractionAt(window, time);
  if (!state || eclipseFraction === undefined) return undefined;
  const place = ecefToGeodetic(state.positionEcef);
  return { ...place, heading: headingOf(state.velocityEcef, place), eclipseFraction };
}
