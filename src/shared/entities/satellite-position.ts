import type { EpochMs } from '../kit/units.ts';
import { topocentricJ2000 } from '../orbit/celestial.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../orbit/frames.ts';
import { lookAngles, type Site } from '../orbit/observer.ts';
import type { Propagator } from '../orbit/propagator.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../orbit/sun.ts';
import type { SatellitePosition } from './entities.ts';

/** Returns a satellite as seen by an observer, with the fields of spec §3; `undefined` without an orbit. */
export function satellitePosition(
  propagator: Propagator,
  site: Site,
  time: EpochMs,
): SatellitePosition | undefined {
  const state = propagator.stateAt(time);
  if (!state) return undefined;
  const stateEcef = stateToEcef(state, greenwichSiderealTime(time));
  const { latitude, longitude, altitudeKm } = ecefToGeodetic(stateEcef.positionEcef);
  const { azimuth, elevation } = lookAngles(site, stateEcef);
  const { ra, dec } = topocentricJ2000(site, state.positionTeme, time);
  return {
    satlatitude: latitude,
    satlongitude: longitude,
    sataltitude: altitudeKm,
    azimuth,
    elevation,
    ra,
    dec,
    timestamp: time,
    eclipsed: eclipseFraction(sunPositionAu(time), state.positionTeme) >= ECLIPSED_SHARE,
  };
}
