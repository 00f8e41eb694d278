import type { Degrees, EpochMs } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, endTime, fixAt } from '../../../shared/orbit/ephemeris.ts';

/** Place and heading of a satellite's marker. */
export interface MarkerPose {
  readonly longitude: Degrees;
  readonly latitude: Degrees;
  readonly heading: Degrees;
  /** False for the last known position of a satellite whose window has ended. */
  readonly isCurrent: boolean;
}

/** Returns `undefined` before the window, or if it has no positions. */
export function poseAt(window: EphemerisWindow, now: EpochMs): MarkerPose | undefined {
  const end = endTime(window);
  const isCurrent = now <= end;
  const fix = fixAt(window, isCurrent ? now : end);
  if (!fix) return undefined;
  const { longitude, latitude, heading } = fix;
  return { longitude, latitude, heading, isCurrent };
}
