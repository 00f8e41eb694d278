import type { ObservedPass } from '../../shared/contact-plan.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import { lookAngles, type Site } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { addMs } from '../../shared/units.ts';

/** Enough for a smooth arc of a pass through the zenith. */
const ARC_STEPS = 60;

/** The pass with its arc over the site's sky. */
export function withArc(pass: Pass, propagator: Propagator, site: Site): ObservedPass {
  const stepMs = (pass.los - pass.aos) / ARC_STEPS;
  const azimuths = new Float32Array(ARC_STEPS + 1);
  const elevations = new Float32Array(ARC_STEPS + 1);
  const latitudes = new Float32Array(ARC_STEPS + 1);
  const longitudes = new Float32Array(ARC_STEPS + 1);
  for (let index = 0; index <= ARC_STEPS; index++) {
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
  return { ...pass, arc: { startTime: pass.aos, stepMs, azimuths, elevations, latitudes, longitudes } };
}
