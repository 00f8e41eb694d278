import { type NetworkStation, SPECIFIED_NETWORK } from '../../shared/contract/network.ts';
import { RELAY_ALTITUDE_KM, RELAY_LONGITUDES } from '../../shared/entities/relays.ts';
import { acos, asin, cos, sin } from '../../shared/kit/math.ts';
import {
  type Degrees,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_MIN,
  MS_PER_S,
  type Radians,
  toDegrees,
  toRadians,
} from '../../shared/kit/units.ts';
import type { StateTeme } from '../../shared/orbit/frames.ts';
import { geodeticToEcef, greenwichSiderealTime, SIDEREAL_RATE_RAD_PER_S } from '../../shared/orbit/frames.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../shared/orbit/sun.ts';
import { dot, type Vector } from '../../shared/orbit/vector.ts';
import { remember, rememberLast } from '../kit/remember.ts';

/** Influence of the orbit on the spacecraft at one instant. */
export interface Environment {
  /** Visible share of the Sun's disc, 0 in umbra to 1 in sunlight. */
  readonly light: number;
  /** Sine of the beta angle, between the Sun and the orbital plane, -1 to 1. */
  readonly betaSine: number;
  readonly sunDistanceAu: number;
  /** Ground station that has the spacecraft at the highest elevation, above its mask. */
  readonly station:
    | { readonly id: string; readonly elevation: Degrees; readonly rangeKm: number }
    | undefined;
  /** Angle between the local vertical and the nearest relay satellite, 0 to 180. */
  readonly relayAngle: Degrees;
}

/** Environment at an instant, `undefined` without an orbit. */
export type EnvironmentAt = (time: EpochMs) => Environment | undefined;

const RELAYS_ECEF = RELAY_LONGITUDES.map((longitude) =>
  geodeticToEcef({ latitude: degrees(0), longitude, altitudeKm: RELAY_ALTITUDE_KM }),
);

const degreesOf = (radians: number): Degrees => toDegrees(radians as Radians);

interface StationSite {
  readonly id: string;
  readonly positionEcef: Vector;
  readonly upEcef: Vector;
  readonly maskSine: number;
}

const sitesOf = rememberLast((network: readonly NetworkStation[]): readonly StationSite[] =>
  network.map((station) => {
    const { positionEcef, upEcef } = siteOf(station);
    return { id: station.id, positionEcef, upEcef, maskSine: sin(toRadians(station.mask)) };
  }),
);

function highestStation({ x, y, z }: Vector, stations: readonly StationSite[]): Environment['station'] {
  let best: string | undefined;
  let bestSine = 0;
  let bestRangeKm = 0;
  for (const { id, positionEcef, upEcef, maskSine } of stations) {
    const wayX = x - positionEcef.x;
    const wayY = y - positionEcef.y;
    const wayZ = z - positionEcef.z;
    const up = wayX * upEcef.x + wayY * upEcef.y + wayZ * upEcef.z;
    if (up <= 0) continue;
    const rangeKm = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
    if (up < maskSine * rangeKm || up < bestSine * rangeKm) continue;
    best = id;
    bestSine = up / rangeKm;
    bestRangeKm = rangeKm;
  }
  return best === undefined
    ? undefined
    : { id: best, elevation: degreesOf(asin(bestSine)), rangeKm: bestRangeKm };
}

function nearestRelayAngle({ x, y, z }: Vector, radiusKm: number): Degrees {
  // All relays are equally far from the Earth's centre: the nearest is the one best aligned with this
  // direction.
  let nearest: Vector | undefined;
  let farthestAlong = Number.NEGATIVE_INFINITY;
  for (const relay of RELAYS_ECEF) {
    const along = x * relay.x + y * relay.y;
    if (along <= farthestAlong) continue;
    nearest = relay;
    farthestAlong = along;
  }
  if (!nearest) return degrees(180);
  const wayX = nearest.x - x;
  const wayY = nearest.y - y;
  const range = Math.sqrt(wayX * wayX + wayY * wayY + z * z);
  const cosine = (x * wayX + y * wayY - z * z) / (radiusKm * range);
  return degreesOf(acos(Math.min(1, cosine)));
}

/** Slowly varying quantities, at the middle of a minute. */
interface Sky {
  readonly middle: EpochMs;
  readonly sunAu: Vector;
  readonly sunDistanceAu: number;
  /** Cosine and sine of Greenwich sidereal time. */
  readonly cos: number;
  readonly sin: number;
}

let latestSky: Sky | undefined;

/**
 * Returns the sky at the middle of an instant's minute. The Sun moves by 0.0007° until the next one, which shifts a
 * sunrise by 0.01 s. The last result is cached; it depends on the time alone.
 */
function skyAround(time: EpochMs): Sky {
  const middle = epochMs((Math.floor(time / MS_PER_MIN) + 0.5) * MS_PER_MIN);
  if (latestSky?.middle === middle) return latestSky;
  const sunAu = sunPositionAu(middle);
  const siderealTime = greenwichSiderealTime(middle);
  latestSky = {
    middle,
    sunAu,
    sunDistanceAu: Math.sqrt(dot(sunAu, sunAu)),
    cos: cos(siderealTime),
    sin: sin(siderealTime),
  };
  return latestSky;
}

/**
 * Converts to ECEF like `temeToEcef`, with series of sine and cosine for the Earth's small rotation since the middle
 * of the minute, exact there to the last bit of a double.
 */
function toEcef({ x, y, z }: Vector, sky: Sky, time: EpochMs): Vector {
  const turn = ((time - sky.middle) / MS_PER_S) * SIDEREAL_RATE_RAD_PER_S;
  const square = turn * turn;
  const turnCos = 1 - (square / 2) * (1 - square / 12);
  const turnSin = turn * (1 - (square / 6) * (1 - square / 20));
  const cos = sky.cos * turnCos - sky.sin * turnSin;
  const sin = sky.sin * turnCos + sky.cos * turnSin;
  return { x: cos * x + sin * y, y: cos * y - sin * x, z };
}

/**
 * Returns the sine of the beta angle between the Sun and the orbital plane, positive on the side of the orbit's
 * angular momentum.
 */
function betaSineOf({ sunAu, sunDistanceAu }: Sky, { positionTeme: r, velocityTeme: v }: StateTeme): number {
  const x = r.y * v.z - r.z * v.y;
  const y = r.z * v.x - r.x * v.z;
  const z = r.x * v.y - r.y * v.x;
  return (x * sunAu.x + y * sunAu.y + z * sunAu.z) / (Math.sqrt(x * x + y * y + z * z) * sunDistanceAu);
}

/** Returns the environment of an orbit and a network at an instant; `undefined` after the orbit has ended. */
export function environmentAt(
  propagator: Propagator,
  time: EpochMs,
  network: readonly NetworkStation[] = SPECIFIED_NETWORK,
): Environment | undefined {
  const state = propagator.stateAt(time);
  if (!state) return undefined;
  const { positionTeme } = state;
  const sky = skyAround(time);
  const positionEcef = toEcef(positionTeme, sky, time);
  return {
    light: 1 - eclipseFraction(sky.sunAu, positionTeme),
    betaSine: betaSineOf(sky, state),
    sunDistanceAu: sky.sunDistanceAu,
    station: highestStation(positionEcef, sitesOf(network)),
    relayAngle: nearestRelayAngle(positionEcef, Math.sqrt(dot(positionEcef, positionEcef))),
  };
}

/** Cache entries for instants every five seconds over 22 h, longer than the longest forecast. */
const KEPT_INSTANTS = 16_384;
const KEPT_STEP_MS = 5 * MS_PER_S;
/** Cache entries for other instants, at which each eclipse forecast searches the same sunrise and sunset; prime. */
const KEPT_BETWEEN = 127;

/** Returns the cache index of an instant. */
const placeOf = (time: EpochMs): number =>
  time % KEPT_STEP_MS === 0 ? (time / KEPT_STEP_MS) % KEPT_INSTANTS : KEPT_INSTANTS + (time % KEPT_BETWEEN);

function keepEnvironments(propagator: Propagator, network: readonly NetworkStation[]): EnvironmentAt {
  const instants = new Float64Array(KEPT_INSTANTS + KEPT_BETWEEN).fill(Number.NaN);
  const kept: (Environment | undefined)[] = new Array(instants.length).fill(undefined);
  return (time) => {
    const place = placeOf(time);
    if (instants[place] === time) return kept[place];
    const environment = environmentAt(propagator, time, network);
    if (Number.isInteger(place) && place >= 0) {
      instants[place] = time;
      kept[place] = environment;
    }
    return environment;
  };
}

const environmentsOver = remember((propagator: Propagator) =>
  remember((network: readonly NetworkStation[]) => keepEnvironments(propagator, network)),
);

/**
 * Returns the environment of an orbit over a network, with those of recent instants cached: forecasts and samples
 * request the same ones repeatedly, and the branches of a mission have most of them in common.
 */
export const environmentsOf = (propagator: Propagator, network: readonly NetworkStation[]): EnvironmentAt =>
  environmentsOver(propagator)(network);
