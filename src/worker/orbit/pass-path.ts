import { addMs, type EpochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import { sunlitIntervals } from '../../shared/orbit/observed-satellite.ts';
import { lookAngles, type Site } from '../../shared/orbit/observer.ts';
import type { Pass, PassPath, SkyArc } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';

/** Minimum steps, for a smooth arc of a pass through the zenith. */
const ARC_STEPS = 60;
/** Longest step in passes of hours, as on highly elliptical orbits. */
const LONGEST_STEP_MS = 2 * MS_PER_MIN;
const MOST_STEPS = 360;

function skyArc(pass: Pass, propagator: Propagator, site: Site): SkyArc {
  const lengthMs = pass.los - pass.aos;
  const steps = Math.max(ARC_STEPS, Math.min(MOST_STEPS, Math.ceil(lengthMs / LONGEST_STEP_MS)));
  const stepMs = lengthMs / steps;
  const azimuths = new Float32Array(steps + 1);
  const elevations = new Float32Array(steps + 1);
  const latitudes = new Float32Array(steps + 1);
  const longitudes = new Float32Array(steps + 1);
  for (let index = 0; index <= steps; index++) {
    const time = addMs(pass.aos, index * stepMs);
    const state = propagator.stateAt(time);
    const ecef = state && stateToEcef(state, greenwichSiderealTime(time));
    const angles = ecef && lookAngles(site, ecef);
    const place = ecef && ecefToGeodetic(ecef.positionEcef);
    azimuths[index] = angles?.azimuth ?? Number.NaN;
    elevations[index] = angles?.elevation ?? Number.NaN;
    latitudes[index] = place?.latitude ?? Number.NaN;
    longitudes[index] = place?.longitude ?? Number.NaN;
  }
  return { startTime: pass.aos, stepMs, azimuths, elevations, latitudes, longitudes };
}

function rangeRateAt(propagator: Propagator, site: Site, time: EpochMs): number {
  const state = propagator.stateAt(time);
  return state
    ? lookAngles(site, stateToEcef(state, greenwichSiderealTime(time))).rangeRateKmPerS
    : Number.NaN;
}

/** Returns the path of a pass across the site's sky, up to the end of the orbit. */
export const passPath = (pass: Pass, propagator: Propagator, site: Site): PassPath => ({
  arc: skyArc(pass, propagator, site),
  sunlit: sunlitIntervals((time) => propagator.stateAt(time)?.positionTeme, pass),
  rangeRates: [rangeRateAt(propagator, site, pass.aos), rangeRateAt(propagator, site, pass.los)],
});
