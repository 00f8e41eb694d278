import { shadowFraction, sunPos } from 'satellite.js';
import { type Degrees, type EpochMs, type Radians, toDegrees, wrapLongitude } from '../units.ts';
import { greenwichSiderealTime, julianDate } from './frames.ts';
import type { StateTeme } from './propagator.ts';
import { cross, dot, length, normalize, type Vector } from './vector.ts';

/**
 * The Sun seen from the Earth's centre, in astronomical units, referred to the mean equator and equinox of date
 * (Vallado's low-precision formula: 0.01°), which differs from TEME by less than that.
 */
export const sunPositionAu = (time: EpochMs): Vector => sunPos(julianDate(time)).rsun;

/** The place where the Sun stands in the zenith. */
export interface SubsolarPoint {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
}

export function subsolarPoint(time: EpochMs): SubsolarPoint {
  const { rtasc, decl } = sunPos(julianDate(time));
  return {
    latitude: toDegrees(decl as Radians),
    longitude: wrapLongitude(toDegrees((rtasc - greenwichSiderealTime(time)) as Radians)),
  };
}

/** The share of the Sun's disc that the Earth covers, 0 in sunlight to 1 in umbra (cone model, spherical Earth). */
export const coveredShare = (sunAu: Vector, positionTeme: Vector): number =>
  shadowFraction(sunAu, positionTeme);

/**
 * The beta angle: between the Sun and the plane of the orbit, -90 to 90 degrees, positive on the side of the
 * orbit's angular momentum.
 */
export function betaAngle(sunAu: Vector, { positionTeme, velocityTeme }: StateTeme): Degrees {
  const normal = normalize(cross(positionTeme, velocityTeme));
  return toDegrees(Math.asin(dot(normal, sunAu) / length(sunAu)) as Radians);
}
