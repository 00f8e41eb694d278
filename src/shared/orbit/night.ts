import { addMs, type Degrees, degrees, type EpochMs, MS_PER_H, MS_PER_MIN } from '../kit/units.ts';
import { KM_PER_AU } from './constants.ts';
import { greenwichSiderealTime, temeToEcef } from './frames.ts';
import { type Interval, positiveIntervals } from './intervals.ts';
import { elevationOf, type Site } from './observer.ts';
import { sunPositionAu } from './sun.ts';

/** Returns the elevation of the Sun's centre over a site's horizon, without refraction. */
export function sunElevationAt(site: Site, time: EpochMs): Degrees {
  const { x, y, z } = sunPositionAu(time);
  const sunTeme = { x: x * KM_PER_AU, y: y * KM_PER_AU, z: z * KM_PER_AU };
  return elevationOf(site, temeToEcef(sunTeme, greenwichSiderealTime(time)));
}

/** Suffices, because the Sun's elevation has two turning points a day. */
const SUN_STEP_MS = 20 * MS_PER_MIN;

/** Returns the intervals in which the Sun's centre is below an elevation, in order, to less than a second. */
export const sunBelow = (
  site: Site,
  elevation: Degrees,
  range: { readonly from: EpochMs; readonly to: EpochMs },
): readonly Interval[] => [
  ...positiveIntervals((time) => elevation - sunElevationAt(site, time), { ...range, stepMs: SUN_STEP_MS }),
];

/**
 * Elevation of the Sun's centre at sunrise and sunset: its radius, and refraction at the horizon (Explanatory
 * Supplement, 3rd ed., chapter 12).
 */
const SUNSET_ELEVATION = degrees(-50 / 60);

/** Current or next night of a place, or the reason why there is none. */
export type Night =
  | { readonly kind: 'night'; readonly sunset: EpochMs; readonly sunrise: EpochMs }
  /** The Sun does not set within a day. */
  | { readonly kind: 'polar day' }
  /** The Sun has been down for a day, and does not rise within another. */
  | { readonly kind: 'polar night' };

const DAY_MS = 24 * MS_PER_H;

/** Returns the current or, by day, the next night at a site, from sunset to sunrise. */
export function nightAt(site: Site, time: EpochMs): Night {
  // A night that begins within a day ends within two.
  const range = { from: addMs(time, -DAY_MS), to: addMs(time, 2 * DAY_MS) };
  const night = sunBelow(site, SUNSET_ELEVATION, range).find(({ end }) => end > time);
  if (!night || night.start >= addMs(time, DAY_MS)) return { kind: 'polar day' };
  if (night.end - night.start >= 2 * DAY_MS) return { kind: 'polar night' };
  return { kind: 'night', sunset: night.start, sunrise: night.end };
}
