// Not astronomy-engine: one of its modules, partly loaded by the first view already, would add 20 kB there.

import {
  degrees,
  type EpochMs,
  type Radians,
  toDegrees,
  toRadians,
  wrapLongitude,
} from '../../../shared/kit/units.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import { greenwichSiderealTime } from '../../../shared/orbit/frames.ts';

/** J2000.0, and length of a Julian century. */
const J2000 = Date.UTC(2000, 0, 1, 12);
const MS_PER_CENTURY = 36_525 * 86_400_000;

const sine = (angle: number): number => Math.sin(toRadians(degrees(angle)));

/**
 * Returns the place where the Moon is in the zenith, within 0.5°: low-precision formulae of the Astronomical Almanac
 * (section D), as in Vallado, Fundamentals of Astrodynamics and Applications, algorithm 31.
 */
export function sublunarPoint(time: EpochMs): GroundPoint {
  const t = (time - J2000) / MS_PER_CENTURY;
  const longitude = toRadians(
    degrees(
      218.32 +
        481_267.8813 * t +
        6.29 * sine(134.9 + 477_198.85 * t) -
        1.27 * sine(259.2 - 413_335.38 * t) +
        0.66 * sine(235.7 + 890_534.23 * t) +
        0.21 * sine(269.9 + 954_397.7 * t) -
        0.19 * sine(357.5 + 35_999.05 * t) -
        0.11 * sine(186.6 + 966_404.05 * t),
    ),
  );
  const latitude = toRadians(
    degrees(
      5.13 * sine(93.3 + 483_202.03 * t) +
        0.28 * sine(228.2 + 960_400.87 * t) -
        0.28 * sine(318.3 + 6_003.18 * t) -
        0.17 * sine(217.6 - 407_332.2 * t),
    ),
  );
  const obliquity = toRadians(degrees(23.4393 - 0.013 * t));
  const x = Math.cos(latitude) * Math.cos(longitude);
  const y =
    Math.cos(obliquity) * Math.cos(latitude) * Math.sin(longitude) - Math.sin(obliquity) * Math.sin(latitude);
  const z =
    Math.sin(obliquity) * Math.cos(latitude) * Math.sin(longitude) + Math.cos(obliquity) * Math.sin(latitude);
  const rightAscension = Math.atan2(y, x);
  return {
    latitude: toDegrees(Math.asin(z) as Radians),
    longitude: wrapLongitude(toDegrees((rightAscension - greenwichSiderealTime(time)) as Radians)),
  };
}
