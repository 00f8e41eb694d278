import { STATION_SITES } from '../../shared/observers.ts';
import { geodeticToEcef, greenwichSiderealTime, temeToEcef } from '../../shared/orbit/frames.ts';
import type { Propagator, StateTeme } from '../../shared/orbit/propagator.ts';
import { coveredShare, sunPositionAu } from '../../shared/orbit/sun.ts';
import { dot, type Vector } from '../../shared/orbit/vector.ts';
import { STATION_IDS, STATION_MASK, type StationId } from '../../shared/stations.ts';
import {
  type Degrees,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_MIN,
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
    const wayX = x - positionEcef.x;
    const wayY = y - positionEcef.y;
    const wayZ = z - positionEcef.z;
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
    const wayX = relay.x - x;
    const wayY = relay.y - y;
    const wayZ = relay.z - z;
    const range = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
    const cosine = (x * wayX + y * wayY + z * wayZ) / (radiusKm * range);
    if (cosine > largestCosine) largestCosine = cosine;
  }
  return degreesOf(Math.acos(Math.min(1, largestCosine)));
}

interface Sun {
  readonly minute: number;
  readonly positionAu: Vector;
  readonly distanceAu: number;
}

let latestSun: Sun | undefined;

/**
 * The Sun in the middle of the minute: it moves by 0.0007° until the next one, which moves a sunrise by 0.01 s. The
 * latest answer is kept, which no caller can tell: it follows from the time alone.
 */
function sunIn(time: EpochMs): Sun {
  const minute = Math.floor(time / MS_PER_MIN);
  if (latestSun?.minute === minute) return latestSun;
  const positionAu = sunPositionAu(epochMs((minute + 0.5) * MS_PER_MIN));
  latestSun = { minute, positionAu, distanceAu: Math.sqrt(dot(positionAu, positionAu)) };
  return latestSun;
}

/** The angle between the Sun and the orbit's plane: as `betaAngle`, without the vectors between. */
function betaOf({ positionAu, distanceAu }: Sun, { positionTeme: r, velocityTeme: v }: StateTeme): Degrees {
  const x = r.y * v.z - r.z * v.y;
  const y = r.z * v.x - r.x * v.z;
  const z = r.x * v.y - r.y * v.x;
  const along = x * positionAu.x + y * positionAu.y + z * positionAu.z;
  return degreesOf(Math.asin(along / (Math.sqrt(x * x + y * y + z * z) * distanceAu)));
}

/** The environment on an orbit at an instant; `undefined` where the orbit has ended. */
export function environmentAt(propagator: Propagator, time: EpochMs): Environment | undefined {
  const state = propagator.stateAt(time);
  if (!state) return undefined;
  const { positionTeme } = state;
  const sun = sunIn(time);
  const positionEcef = temeToEcef(positionTeme, greenwichSiderealTime(time));
  // On the sunward side of the Earth's centre nothing can cover the Sun.
  const isSunward = dot(sun.positionAu, positionTeme) > 0;
  return {
    light: isSunward ? 1 : 1 - coveredShare(sun.positionAu, positionTeme),
    beta: betaOf(sun, state),
    sunDistanceAu: sun.distanceAu,
    station: highestStation(positionEcef),
    relayAngle: nearestRelayAngle(positionEcef, Math.sqrt(dot(positionEcef, positionEcef))),
  };
}
