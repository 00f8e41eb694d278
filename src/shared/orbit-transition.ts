import type { StateEcef } from './orbit/frames.ts';
import {
  angleBetween,
  cross,
  dot,
  length,
  normalize,
  rotate,
  subtract,
  type Vector,
} from './orbit/vector.ts';
import { addMs, type EpochMs, type Radians } from './units.ts';

/** How a satellite moves over from where it was shown onto its own path. */
export interface OrbitTransition {
  readonly startTime: EpochMs;
  /** Positive. */
  readonly durationMs: number;
  /** Turns its own direction at `startTime` into the one it was shown in: axis times angle in radians, ECEF. */
  readonly rotation: Vector;
  /** By how much further from the Earth's centre it was shown then, km. */
  readonly radiusKm: number;
}

/** Below this sine two directions are taken for equal or opposite: the cross product is but rounding there. */
const SAME_LINE = 1e-12;

/** `a` without the part of it along a unit vector. */
function across(a: Vector, direction: Vector): Vector {
  const along = dot(a, direction);
  return subtract(a, { x: direction.x * along, y: direction.y * along, z: direction.z * along });
}

/** The turn from one direction to another, the shorter way; between opposite ones along a velocity. */
function rotationBetween(from: Vector, to: Vector, velocity: Vector): Vector {
  const [start, end] = [normalize(from), normalize(to)];
  const normal = cross(start, end);
  const isSameLine = length(normal) < SAME_LINE;
  if (isSameLine && dot(start, end) > 0) return normal;
  // Near opposite directions the cross product is too rough; what it has along `from` would end beside `to`.
  const axis = normalize(across(isSameLine ? cross(start, velocity) : normalize(normal), start));
  const angle = angleBetween(start, end);
  return { x: axis.x * angle, y: axis.y * angle, z: axis.z * angle };
}

/** The glide of a satellite from a place, in ECEF, to its own path, on which it has this state at that instant. */
export function transitionFrom(
  placeEcef: Vector,
  { positionEcef, velocityEcef }: StateEcef,
  startTime: EpochMs,
  durationMs: number,
): OrbitTransition {
  return {
    startTime,
    durationMs,
    rotation: rotationBetween(positionEcef, placeEcef, velocityEcef),
    radiusKm: length(placeEcef) - length(positionEcef),
  };
}

/** What is left of the way to go, 1 up to the start and 0 from the end on, without a jerk at either. */
function shareLeft({ startTime, durationMs }: OrbitTransition, time: EpochMs): number {
  const passed = Math.min(1, Math.max(0, (time - startTime) / durationMs));
  return 1 - passed * passed * (3 - 2 * passed);
}

/** When the satellite is on its own path. */
export const transitionEnd = ({ startTime, durationMs }: OrbitTransition): EpochMs =>
  addMs(startTime, durationMs);

/** By which angle, seen from the Earth's centre, a satellite is shown off its own path at an instant. */
export const angleLeft = (transition: OrbitTransition, time: EpochMs): Radians =>
  (length(transition.rotation) * shareLeft(transition, time)) as Radians;

/**
 * Where a satellite is shown at an instant that has this state on its own path. The velocity turns with it and is not
 * that of the glide: the heading stays the orbit's.
 */
export function blend(state: StateEcef, transition: OrbitTransition, time: EpochMs): StateEcef {
  const share = shareLeft(transition, time);
  if (share === 0) return state;
  const { rotation, radiusKm } = transition;
  const turn = { x: rotation.x * share, y: rotation.y * share, z: rotation.z * share };
  const { x, y, z } = rotate(state.positionEcef, turn);
  const stretch = 1 + (radiusKm * share) / length(state.positionEcef);
  return {
    positionEcef: { x: x * stretch, y: y * stretch, z: z * stretch },
    velocityEcef: rotate(state.velocityEcef, turn),
  };
}
