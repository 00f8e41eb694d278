import { gstime } from 'satellite.js';
import { atan2, cos, hypot, sin } from '../kit/math.ts';
import { type Degrees, type EpochMs, MS_PER_DAY, type Radians, toDegrees, toRadians } from '../kit/units.ts';
import { WGS84 } from './constants.ts';

import type { Vector } from './vector.ts';

const { radiusKm: EQUATORIAL_RADIUS_KM, eccentricitySquared: ECCENTRICITY_SQUARED } = WGS84;

/** Rotation rate of the Earth, in radians per second (IERS). */
const EARTH_RATE_RAD_PER_S = 7.292115e-5;

/** Rate of Greenwich mean sidereal time, in radians per second (IAU 1982). */
export const SIDEREAL_RATE_RAD_PER_S = 7.2921158553e-5;

const JULIAN_DATE_OF_1970 = 2_440_587.5;

/** A place on or above the WGS-84 ellipsoid. */
export interface Geodetic {
  /** -90 to 90, north positive. */
  readonly latitude: Degrees;
  /** -180 to 180, east positive. */
  readonly longitude: Degrees;
  /** Above the ellipsoid, in kilometres. */
  readonly altitudeKm: number;
}

/** A point on the ellipsoid. */
export type GroundPoint = Pick<Geodetic, 'latitude' | 'longitude'>;

/** Position in km and velocity in km/s in TEME, the frame of SGP4. */
export interface StateTeme {
  readonly positionTeme: Vector;
  readonly velocityTeme: Vector;
}

/** Position in km and velocity in km/s relative to the rotating Earth. */
export interface StateEcef {
  readonly positionEcef: Vector;
  readonly velocityEcef: Vector;
}

/** Returns the days since noon of 1 January 4713 BC. UT1 is taken as UTC (at most 0.9 s apart). */
export const julianDate = (time: EpochMs): number => time / MS_PER_DAY + JULIAN_DATE_OF_1970;

/** Returns Greenwich mean sidereal time (IAU 1982), 0 to 2π. */
export const greenwichSiderealTime = (time: EpochMs): Radians => gstime(julianDate(time)) as Radians;

/** Rotates a vector from TEME to the Earth-fixed frame, without the velocity of the frame itself. */
export function temeToEcef({ x, y, z }: Vector, siderealTime: Radians): Vector {
  const cosine = cos(siderealTime);
  const sine = sin(siderealTime);
  return { x: cosine * x + sine * y, y: -sine * x + cosine * y, z };
}

/** Rotates a vector from the Earth-fixed frame to TEME, without the velocity of the frame itself. */
export const ecefToTeme = (vectorEcef: Vector, siderealTime: Radians): Vector =>
  temeToEcef(vectorEcef, -siderealTime as Radians);

/** Converts a TEME state to one relative to the rotating Earth. */
export function stateToEcef({ positionTeme, velocityTeme }: StateTeme, siderealTime: Radians): StateEcef {
  const positionEcef = temeToEcef(positionTeme, siderealTime);
  const inertial = temeToEcef(velocityTeme, siderealTime);
  return {
    positionEcef,
    velocityEcef: {
      x: inertial.x + EARTH_RATE_RAD_PER_S * positionEcef.y,
      y: inertial.y - EARTH_RATE_RAD_PER_S * positionEcef.x,
      z: inertial.z,
    },
  };
}

/** Returns the inertial speed in km/s. */
export const inertialSpeedKmPerS = ({ positionEcef: { x, y }, velocityEcef }: StateEcef): number =>
  hypot(velocityEcef.x - EARTH_RATE_RAD_PER_S * y, velocityEcef.y + EARTH_RATE_RAD_PER_S * x, velocityEcef.z);

/** Returns the place of an Earth-fixed position in km. Exact to micrometres, including the poles. */
export function ecefToGeodetic({ x, y, z }: Vector): Geodetic {
  const distanceFromAxis = hypot(x, y);
  let latitude = atan2(z, distanceFromAxis * (1 - ECCENTRICITY_SQUARED));
  let normalRadius = EQUATORIAL_RADIUS_KM;
  for (let round = 0; round < 5; round++) {
    const sine = sin(latitude);
    normalRadius = EQUATORIAL_RADIUS_KM / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
    latitude = atan2(z + ECCENTRICITY_SQUARED * normalRadius * sine, distanceFromAxis);
  }
  const sine = sin(latitude);
  return {
    latitude: toDegrees(latitude as Radians),
    longitude: toDegrees(atan2(y, x) as Radians),
    altitudeKm:
      distanceFromAxis * cos(latitude) +
      z * sine -
      EQUATORIAL_RADIUS_KM * Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine),
  };
}

/** Returns the Earth-fixed position of a place, in km. */
export function geodeticToEcef({ latitude, longitude, altitudeKm }: Geodetic): Vector {
  const phi = toRadians(latitude);
  const lambda = toRadians(longitude);
  const normalRadius = EQUATORIAL_RADIUS_KM / Math.sqrt(1 - ECCENTRICITY_SQUARED * sin(phi) ** 2);
  const distanceFromAxis = (normalRadius + altitudeKm) * cos(phi);
  return {
    x: distanceFromAxis * cos(lambda),
    y: distanceFromAxis * sin(lambda),
    z: (normalRadius * (1 - ECCENTRICITY_SQUARED) + altitudeKm) * sin(phi),
  };
}
