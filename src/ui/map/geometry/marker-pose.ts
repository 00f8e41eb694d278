import { type EphemerisWindow, endTime, fixAt } from '../../../shared/ephemeris.ts';
import { type Degrees, type EpochMs, type Radians, toRadians } from '../../../shared/units.ts';
import { toPlaneX, toPlaneY } from './plane.ts';

/** Pose of a satellite's marker on the plane. */
export interface MarkerPose {
  readonly x: number;
  readonly y: number;
  /** Along the track on the map, clockwise from up: not the heading, because the map stretches parallels. */
  readonly direction: Radians;
  /** False for the last known position of a satellite whose window has ended. */
  readonly isCurrent: boolean;
}

export const mapDirection = (heading: Degrees, latitude: Degrees): Radians =>
  Math.atan2(
    Math.sin(toRadians(heading)) / Math.max(Math.cos(toRadians(latitude)), 1e-6),
    Math.cos(toRadians(heading)),
  ) as Radians;

/** `undefined` before the window, or if it has no positions. */
export function poseAt(window: EphemerisWindow, now: EpochMs): MarkerPose | undefined {
  const end = endTime(window);
  const isCurrent = now <= end;
  const fix = fixAt(window, isCurrent ? now : end);
  if (!fix) return undefined;
  return {
    x: toPlaneX(fix.longitude),
    y: toPlaneY(fix.latitude),
    direction: mapDirection(fix.heading, fix.latitude),
    isCurrent,
  };
}
