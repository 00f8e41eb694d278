// Not astronomy-engine for the Sun: 0.0003° where 0.02° suffices, for 18 kB (brotli) and 50 times the CPU time.
import { shadowFraction, sunPos } from 'satellite.js';
import { type Degrees, type EpochMs, type Radians, toDegrees, wrapLongitude } from '../kit/units.ts';
import { KM_PER_AU, SUN_RADIUS_KM, WGS72 } from './constants.ts';
import { greenwichSiderealTime, julianDate } from './frames.ts';
import { dot, type Vector } from './vector.ts';

/**
 * Returns the geocentric position of the Sun in astronomical units, referred to the mean equator and equinox of date
 * (Vallado's low-precision formula: 0.01°), which differs from TEME by less than that.
 */
export const sunPositionAu = (time: EpochMs): Vector => sunPos(julianDate(time)).rsun;

/** Place where the Sun is in the zenith. */
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

/** Radius of the sphere that casts the shadow, as in `shadowFraction`. */
const SHADOW_RADIUS_KM = WGS72.radiusKm;
const SUN_RADIUS_AU = SUN_RADIUS_KM / KM_PER_AU;

/**
 * Returns the share of the Sun's disc that the Earth covers, 0 in sunlight to 1 in umbra (cone model, spherical Earth).
 */
export function eclipseFraction(sunAu: Vector, positionTeme: Vector): number {
  const sunDistanceAu = Math.sqrt(dot(sunAu, sunAu));
  const sunward = dot(sunAu, positionTeme) / sunDistanceAu;
  if (sunward >= 0) return 0;
  // Far from the shadow's edge, the distance from its axis suffices: the cones' width there is exact to a hundred
  // metres.
  const distanceSquared = dot(positionTeme, positionTeme);
  const axisDistance = Math.sqrt(distanceSquared - sunward * sunward);
  const toHorizon = Math.sqrt(Math.max(0, distanceSquared - SHADOW_RADIUS_KM * SHADOW_RADIUS_KM));
  const halfPenumbra = (toHorizon * SUN_RADIUS_AU) / sunDistanceAu;
  if (axisDistance > SHADOW_RADIUS_KM + halfPenumbra) return 0;
  if (axisDistance < SHADOW_RADIUS_KM - halfPenumbra - 0.1) return 1;
  return shadowFraction(sunAu, positionTeme);
}

/** Eclipse fraction from which a satellite counts as eclipsed (design.md §3). */
export const ECLIPSED_SHARE = 0.5;
