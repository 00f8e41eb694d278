import { addMs, type EpochMs, type Radians } from '../kit/units.ts';
import type { StateEcef } from './frames.ts';
import { angleBetween, cross, dot, length, normalize, rotate, subtract, type Vector } from './vector.ts';

/** Transition of a satellite from its shown position onto its own path. */
export interface OrbitTransition {
  readonly startTime: EpochMs;
  readonly durationMs: number;
  /** Rotation from its true direction at `startTime` to the shown one: axis times angle in radians, ECEF. */
  readonly rotation: Vector;
  /** Excess of its shown geocentric distance at that time, km. */
  readonly radiusKm: number;
}

/** Below this sine two directions count as equal or opposite: the cross product is only rounding error. */
const SAME_LINE = 1e-12;

/** Returns `a` without its component along a unit vector. */
function across(a: Vector, direction: Vector): Vector {
  const along = dot(a, direction);
  return subtract(a, { x: direction.x * along, y: direction.y * along, z: direction.z * along });
}

/** Returns the shortest rotation between two directions; between opposite ones along a velocity. */
function rotationBetween(from: Vector, to: Vector, velocity: Vector): Vector {
  const [start, end] = [normalize(from), normalize(to)];
  const normal = cross(start, end);
  const isSameLine = length(normal) < SAME_LINE;
  if (isSameLine && dot(start, end) > 0) return normal;
  // Near opposite directions the cross product is too inaccurate: its component along `from` would miss `to`.
  const axis = normalize(across(isSameLine ? cross(start, velocity) : normalize(normal), start));
  const angle = angleBetween(start, end);
  return { x: axis.x * angle, y: axis.y * angle, z: axis.z * angle };
}

/** Creates a transition from a position, in ECEF, to the satellite's own path, given by its state at that instant. */
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

/** Returns the remaining share of the transition: 1 until the start, 0 from the end, smooth at both. */
function shareLeft({ startTime, durationMs }: OrbitTransition, time: EpochMs): number {
  const passed = Math.min(1, Math.max(0, (time - startTime) / durationMs));
  return 1 - passed * passed * (3 - 2 * passed);
}

export const transitionEnd = ({ startTime, durationMs }: OrbitTransition): EpochMs =>
  addMs(startTime, durationMs);

/** Returns the geocentric angle between the shown position and the true path at an instant. */
export const angleLeft = (transition: OrbitTransition, time: EpochMs): Radians =>
  (length(transition.rotation) * shareLeft(transition, time)) as Radians;

/**
 * Returns the shown state for a state on the true path. The velocity is rotated but excludes the transition's motion:
 * the heading stays the orbit's.
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
