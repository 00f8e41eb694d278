import { STATION_SITES } from '../../shared/observers.ts';
import { geodeticToEcef, greenwichSiderealTime, temeToEcef } from '../../shared/orbit/frames.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { betaAngle, coveredShare, sunPositionAu } from '../../shared/orbit/sun.ts';
import { dot, type Vector } from '../../shared/orbit/vector.ts';
import { STATION_IDS, STATION_MASK, type StationId } from '../../shared/stations.ts';
import {
  type Degrees,
  degrees,
  type EpochMs,
  type Radians,
  toDegrees,
  toRadians,
} from '../../shared/units.ts';

/** What the orbit does to the spacecraft at one instant. */
export interface Environment {
  /** The visible share of the Sun's disc, 0 in umbra to 1 in sunlight. */
  readonly light: number;
  /** Angle between the Sun and the orbit's plane, -90 to 90. */
  readonly beta: Degrees;
  readonly sunDistanceAu: number;
  /** The ground station that sees the spacecraft highest, if one sees it above `STATION_MASK`. */
  readonly station:
    | { readonly id: StationId; readonly elevation: Degrees; readonly rangeKm: number }
    | undefined;
  /** Between the local vertical and the relay satellite nearest to it, 0 to 180. */
  readonly relayAngle: Degrees;
}

/** The environment at an instant, `undefined` where there is no orbit. */
export type EnvironmentAt = (time: EpochMs) => Environment | undefined;

/** Relay satellites stand over the equator at 45° W, 75° E and 165° W, 35 786 km up. */
const RELAYS_ECEF = [-45, 75, -165].map((longitude) =>
  geodeticToEcef({ latitude: degrees(0), longitude: degrees(longitude), altitudeKm: 35_786 }),
);

const STATIONS = STATION_SITES.map(({ positionEcef, upEcef }, index) => ({
  id: STATION_IDS[index] as StationId,
  positionEcef,
  upEcef,
}));

const degreesOf = (radians: number): Degrees => toDegrees(radians as Radians);
const LOWEST_SINE = Math.sin(toRadians(STATION_MASK));

function highestStation({ x, y, z }: Vector): Environment['station'] {
  let best: StationId | undefined;
  let bestSine = LOWEST_SINE;
  let bestRangeKm = 0;
  for (const { id, positionEcef, upEcef } of STATIONS) {
    const [wayX, wayY, wayZ] = [x - positionEcef.x, y - positionEcef.y, z - positionEcef.z];
    const up = wayX * upEcef.x + wayY * upEcef.y + wayZ * upEcef.z;
    if (up <= 0) continue;
    const rangeKm = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
    if (up < bestSine * rangeKm) continue;
    best = id;
    bestSine = up / rangeKm;
    bestRangeKm = rangeKm;
  }
  return best && { id: best, elevation: degreesOf(Math.asin(bestSine)), rangeKm: bestRangeKm };
}

function nearestRelayAngle({ x, y, z }: Vector, radiusKm: number): Degrees {
  let largestCosine = -1;
  for (const relay of RELAYS_ECEF) {
    const [wayX, wayY, wayZ] = [relay.x - x, relay.y - y, relay.z - z];
    const range = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
    const cosine = (x * wayX + y * wayY + z * wayZ) / (radiusKm * range);
    if (cosine > largestCosine) largestCosine = cosine;
  }
  return degreesOf(Math.acos(Math.min(1, largestCosine)));
}

/** The environment on an orbit at an instant; `undefined` where the orbit has ended. */
export function environmentAt(propagator: Propagator, time: EpochMs): Environment | undefined {
  const state = propagator.stateAt(time);
  if (!state) return undefined;
  const { positionTeme } = state;
  const sunAu = sunPositionAu(time);
  const positionEcef = temeToEcef(positionTeme, greenwichSiderealTime(time));
  // On the sunward side of the Earth's centre nothing can cover the Sun.
  const isSunward = dot(sunAu, positionTeme) > 0;
  return {
    light: isSunward ? 1 : 1 - coveredShare(sunAu, positionTeme),
    beta: betaAngle(sunAu, state),
    sunDistanceAu: Math.sqrt(dot(sunAu, sunAu)),
    station: highestStation(positionEcef),
    relayAngle: nearestRelayAngle(positionEcef, Math.sqrt(dot(positionEcef, positionEcef))),
  };
}
