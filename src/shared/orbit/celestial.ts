import { type Degrees, type EpochMs, MS_PER_DAY, MS_PER_S, type Radians, toDegrees } from '../units.ts';
import { ecefToTeme, greenwichSiderealTime, julianDate, temeToEcef } from './frames.ts';
import type { Site } from './observer.ts';
import { subtract, type Vector } from './vector.ts';

/** A direction in the sky, referred to the mean equator and equinox of J2000. */
interface CelestialDirection {
  /** Right ascension, 0 to 360, 360 excluded. */
  readonly ra: Degrees;
  /** Declination, -90 to 90. */
  readonly dec: Degrees;
}

const ARCSECOND = Math.PI / 648_000;
const JULIAN_DATE_OF_J2000 = 2_451_545;
const DAYS_PER_CENTURY = 36_525;
/** Terrestrial Time less UTC, since 2017. */
const TT_MINUS_UTC_MS = 69.184 * MS_PER_S;

const centuriesSinceJ2000 = (time: EpochMs): number =>
  (julianDate(time) + TT_MINUS_UTC_MS / MS_PER_DAY - JULIAN_DATE_OF_J2000) / DAYS_PER_CENTURY;

/** Rotates the axes about x or z by an angle in radians; returns the same vector in the rotated axes. */
function turnX({ x, y, z }: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x, y: cos * y + sin * z, z: -sin * y + cos * z };
}
const turnZ = (vector: Vector, angle: number): Vector => temeToEcef(vector, angle as Radians);
function turnY({ x, y, z }: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cos * x - sin * z, y, z: sin * x + cos * z };
}

interface Nutation {
  /** In longitude and in obliquity, radians. */
  readonly deltaPsi: number;
  readonly deltaEpsilon: number;
  /** Mean obliquity of the ecliptic, radians. */
  readonly epsilon: number;
}

/** The four largest terms of the IAU 1980 series (Seidelmann 1982), with the fundamental arguments of its time. */
function nutation(t: number): Nutation {
  const degree = Math.PI / 180;
  /** Longitude of the Moon's ascending node, and twice the mean longitudes of Sun and Moon. */
  const node = (125.044_52 - 1934.136_261 * t) * degree;
  const twiceSun = 2 * (280.4665 + 36_000.7698 * t) * degree;
  const twiceMoon = 2 * (218.3165 + 481_267.8813 * t) * degree;
  return {
    deltaPsi:
      ((-17.1996 - 0.017_42 * t) * Math.sin(node) -
        1.3187 * Math.sin(twiceSun) -
        0.2274 * Math.sin(twiceMoon) +
        0.2062 * Math.sin(2 * node)) *
      ARCSECOND,
    deltaEpsilon:
      ((9.2025 + 0.000_89 * t) * Math.cos(node) +
        0.5736 * Math.cos(twiceSun) +
        0.0977 * Math.cos(twiceMoon) -
        0.0895 * Math.cos(2 * node)) *
      ARCSECOND,
    epsilon: (84_381.448 - 46.815 * t) * ARCSECOND,
  };
}

/** From the mean equator and equinox of date to those of J2000 (IAU 1976 precession, Lieske 1979). */
function precessToJ2000(vector: Vector, t: number): Vector {
  const zeta = (2306.2181 * t + 0.301_88 * t ** 2 + 0.017_998 * t ** 3) * ARCSECOND;
  const theta = (2004.3109 * t - 0.426_65 * t ** 2 - 0.041_833 * t ** 3) * ARCSECOND;
  const z = (2306.2181 * t + 1.094_68 * t ** 2 + 0.018_203 * t ** 3) * ARCSECOND;
  return turnZ(turnY(turnZ(vector, z), -theta), zeta);
}

/**
 * From TEME to the mean equator and equinox of J2000. TEME has the true equator of date, with its origin off
 * the true equinox by the equation of the equinoxes; nutation and precession do the rest. With four terms of
 * nutation this is good to 0.00004°; the tie between J2000 and ICRS (0.000006°) is omitted.
 */
export function temeToJ2000(vector: Vector, time: EpochMs): Vector {
  const t = centuriesSinceJ2000(time);
  const { deltaPsi, deltaEpsilon, epsilon } = nutation(t);
  const trueOfDate = turnZ(vector, -deltaPsi * Math.cos(epsilon));
  const ecliptic = turnZ(turnX(trueOfDate, epsilon + deltaEpsilon), deltaPsi);
  return precessToJ2000(turnX(ecliptic, -epsilon), t);
}

/** Topocentric direction of a satellite in J2000, as N2YO gives it. */
export function topocentricJ2000(site: Site, positionTeme: Vector, time: EpochMs): CelestialDirection {
  const siteTeme = ecefToTeme(site.positionEcef, greenwichSiderealTime(time));
  const { x, y, z } = temeToJ2000(subtract(positionTeme, siteTeme), time);
  return {
    ra: ((toDegrees(Math.atan2(y, x) as Radians) + 360) % 360) as Degrees,
    dec: toDegrees(Math.atan2(z, Math.hypot(x, y)) as Radians),
  };
}
