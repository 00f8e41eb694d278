import { STATION_SITES } from '../../shared/observers.ts';
import { geodeticToEcef, greenwichSiderealTime, temeToEcef } from '../../shared/orbit/frames.ts';
import { elevationOf } from '../../shared/orbit/observer.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { betaAngle, coveredShare, sunPositionAu } from '../../shared/orbit/sun.ts';
import { angleBetween, length, subtract, type Vector } from '../../shared/orbit/vector.ts';
import { STATION_MASK } from '../../shared/stations.ts';
import { type Degrees, degrees, type EpochMs, type Radians, toDegrees } from '../../shared/units.ts';

/** What the orbit does to the spacecraft at one instant. */
export interface Environment {
  /** The visible share of the Sun's disc, 0 in umbra to 1 in sunlight. */
  readonly light: number;
  /** Angle between the Sun and the orbit's plane, -90 to 90. */
  readonly beta: Degrees;
  readonly sunDistanceAu: number;
  /** The ground station that sees the spacecraft highest, if one sees it above `STATION_MASK`. */
  readonly station: { readonly elevation: Degrees; readonly rangeKm: number } | undefined;
  /** Between the local vertical and the relay satellite nearest to it, 0 to 180. */
  readonly relayAngle: Degrees;
}

/** Relay satellites stand over the equator at 45° W, 75° E and 165° W, 35 786 km up. */
const RELAYS_ECEF = [-45, 75, -165].map((longitude) =>
  geodeticToEcef({ latitude: degrees(0), longitude: degrees(longitude), altitudeKm: 35_786 }),
);

function highestStation(positionEcef: Vector): Environment['station'] {
  let best: Environment['station'];
  for (const site of STATION_SITES) {
    const elevation = elevationOf(site, positionEcef);
    if (elevation >= (best?.elevation ?? STATION_MASK)) {
      best = { elevation, rangeKm: length(subtract(positionEcef, site.positionEcef)) };
    }
  }
  return best;
}

const nearestRelayAngle = (positionEcef: Vector): Degrees =>
  toDegrees(
    Math.min(
      ...RELAYS_ECEF.map((relay) => angleBetween(positionEcef, subtract(relay, positionEcef))),
    ) as Radians,
  );

/** The environment on an orbit at an instant; `undefined` where the orbit has ended. */
export function environmentAt(propagator: Propagator, time: EpochMs): Environment | undefined {
  const state = propagator.stateAt(time);
  if (!state) return undefined;
  const sunAu = sunPositionAu(time);
  const positionEcef = temeToEcef(state.positionTeme, greenwichSiderealTime(time));
  return {
    light: 1 - coveredShare(sunAu, state.positionTeme),
    beta: betaAngle(sunAu, state),
    sunDistanceAu: length(sunAu),
    station: highestStation(positionEcef),
    relayAngle: nearestRelayAngle(positionEcef),
  };
}
