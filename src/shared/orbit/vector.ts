import { atan2, cos, hypot, sin } from '../kit/math.ts';

/**
 * A position in kilometres, a velocity in kilometres per second, or a direction; its name gives the frame.
 */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y + a.z * b.z;
export const length = (a: Vector): number => hypot(a.x, a.y, a.z);
export const subtract = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
export const cross = (a: Vector, b: Vector): Vector => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});
export function normalize(a: Vector): Vector {
  const norm = length(a);
  return { x: a.x / norm, y: a.y / norm, z: a.z / norm };
}
/** Returns the angle between two vectors of any length, in radians, 0 to π; exact even for nearly parallel ones. */
export const angleBetween = (a: Vector, b: Vector): number => atan2(length(cross(a, b)), dot(a, b));
/**
 * Rotates about an axis, counter-clockwise seen from its tip; the length of the axis is the angle in radians
 * (Rodrigues).
 */
export function rotate(a: Vector, rotation: Vector): Vector {
  const angle = length(rotation);
  if (angle === 0) return a;
  const { x, y, z } = cross(rotation, a);
  const cosine = cos(angle);
  const sine = sin(angle) / angle;
  const along = (dot(rotation, a) * (1 - cosine)) / (angle * angle);
  return {
    x: a.x * cosine + x * sine + rotation.x * along,
    y: a.y * cosine + y * sine + rotation.y * along,
    z: a.z * cosine + z * sine + rotation.z * along,
  };
}
