import { AstroTime, Vector as AstroVector, e_tilt, RotateVector, Rotation_EQD_EQJ } from 'astronomy-engine';
import { atan2, hypot } from '../kit/math.ts';
import { type Degrees, type EpochMs, type Radians, toDegrees } from '../kit/units.ts';
import { ecefToTeme, greenwichSiderealTime, temeToEcef } from './frames.ts';
import type { Site } from './observer.ts';
import { subtract, type Vector } from './vector.ts';

/** A direction in the sky, referred to the mean equator and equinox of J2000. */
interface CelestialDirection {
  /** Right ascension, 0 to 360, 360 excluded. */
  readonly ra: Degrees;
  /** Declination, -90 to 90. */
  readonly dec: Degrees;
}

const RADIANS_PER_SECOND_OF_TIME = Math.PI / 43_200;

/**
 * Converts from TEME to the mean equator and equinox of J2000. TEME has the true equator of date, with its origin off
 * the true equinox by the equation of the equinoxes. With the library's five nutation terms the error is 0.00004°; the
 * frame tie between J2000 and ICRS (0.000006°) is omitted.
 */
export function temeToJ2000(vector: Vector, time: EpochMs): Vector {
  const at = new AstroTime(new Date(time));
  const equationOfEquinoxes = e_tilt(at).ee * RADIANS_PER_SECOND_OF_TIME;
  const { x, y, z } = temeToEcef(vector, -equationOfEquinoxes as Radians);
  return RotateVector(Rotation_EQD_EQJ(at), new AstroVector(x, y, z, at));
}

/** Returns the topocentric direction of a satellite in J2000, as N2YO gives it. */
export function topocentricJ2000(site: Site, positionTeme: Vector, time: EpochMs): CelestialDirection {
  const siteTeme = ecefToTeme(site.positionEcef, greenwichSiderealTime(time));
  const { x, y, z } = temeToJ2000(subtract(positionTeme, siteTeme), time);
  return {
    ra: ((toDegrees(atan2(y, x) as Radians) + 360) % 360) as Degrees,
    dec: toDegrees(atan2(z, hypot(x, y)) as Radians),
  };
}
