import { ORBITAL_ELEMENTS, type SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import type { EphemerisWindow } from '../../../../src/shared/orbit/ephemeris.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';

const STEP_MS = 30_000;

/** Returns a window from a quarter of an hour back to three quarters ahead, directly from SGP4. */
export function windowAround(
  time: EpochMs,
  satellite: SatelliteId | OrbitalElements = 'orbita',
): EphemerisWindow {
  const elements = typeof satellite === 'string' ? ORBITAL_ELEMENTS[satellite] : satellite;
  const propagator = createPropagator(elements);
  if (!propagator.ok) throw new Error(propagator.message);
  const startTime = (Math.ceil(addMs(time, -15 * MS_PER_MIN) / STEP_MS) * STEP_MS) as EpochMs;
  const count = (60 * MS_PER_MIN) / STEP_MS + 1;
  const window: EphemerisWindow = {
    startTime,
    stepMs: STEP_MS,
    positionsEcefKm: new Float64Array(3 * count),
    velocitiesEcefKmPerS: new Float64Array(3 * count),
    eclipseFractions: new Float32Array(count),
  };
  for (let index = 0; index < count; index++) {
    const at = addMs(startTime, index * STEP_MS);
    const state = propagator.value.stateAt(at);
    if (!state) throw new Error('The orbit has decayed.');
    const { positionEcef: p, velocityEcef: v } = stateToEcef(state, greenwichSiderealTime(at));
    window.positionsEcefKm.set([p.x, p.y, p.z], 3 * index);
    window.velocitiesEcefKmPerS.set([v.x, v.y, v.z], 3 * index);
    window.eclipseFractions[index] = eclipseFraction(sunPositionAu(at), state.positionTeme);
  }
  return window;
}
