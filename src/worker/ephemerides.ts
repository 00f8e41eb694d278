import type { SatelliteId } from '../shared/elements.ts';
import type { Ephemeris, EphemerisWindow } from '../shared/ephemeris.ts';
import { greenwichSiderealTime, stateToEcef } from '../shared/orbit/frames.ts';
import type { Propagator } from '../shared/orbit/propagator.ts';
import { coveredShare, sunPositionAu } from '../shared/orbit/sun.ts';
import type { Result } from '../shared/result.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { Flight } from './flight.ts';

export const EPHEMERIS_STEP_MS = 30 * MS_PER_S;
/** What a window holds before and after the instant it was made for: a little more than one orbit each. */
export const EPHEMERIS_TRAIL_MS = 95 * MS_PER_MIN;
export const EPHEMERIS_LEAD_MS = 95 * MS_PER_MIN;

export type Ephemerides = Readonly<Record<SatelliteId, Ephemeris>>;

/** The first sample of the window around an instant: all windows share one grid, so they agree where they overlap. */
const windowStart = (time: EpochMs): EpochMs =>
  epochMs(Math.floor((time - EPHEMERIS_TRAIL_MS) / EPHEMERIS_STEP_MS) * EPHEMERIS_STEP_MS);

/** One step more than trail and lead, because the start is rounded down to the grid. */
const SAMPLE_COUNT = (EPHEMERIS_TRAIL_MS + EPHEMERIS_LEAD_MS) / EPHEMERIS_STEP_MS + 2;

/** How many samples at the end of a window the next one has at its beginning. */
function sharedCount(held: EphemerisWindow | undefined, startTime: EpochMs): number {
  const shift = held ? (startTime - held.startTime) / EPHEMERIS_STEP_MS : SAMPLE_COUNT;
  return shift >= 0 && shift < SAMPLE_COUNT ? SAMPLE_COUNT - shift : 0;
}

/** The window from an instant on; what a held one has of it is taken over, the rest propagated. */
function sampleWindow(
  propagator: Propagator,
  startTime: EpochMs,
  held: EphemerisWindow | undefined,
): EphemerisWindow | undefined {
  const count = SAMPLE_COUNT;
  const shared = sharedCount(held, startTime);
  const positionsEcefKm = new Float64Array(3 * count);
  const velocitiesEcefKmPerS = new Float64Array(3 * count);
  const coveredShares = new Float32Array(count);
  if (held && shared > 0) {
    positionsEcefKm.set(held.positionsEcefKm.subarray(3 * (count - shared)));
    velocitiesEcefKmPerS.set(held.velocitiesEcefKmPerS.subarray(3 * (count - shared)));
    coveredShares.set(held.coveredShares.subarray(count - shared));
  }
  for (let index = shared; index < count; index++) {
    const time = epochMs(startTime + index * EPHEMERIS_STEP_MS);
    const state = propagator.stateAt(time);
    if (!state) return undefined;
    const { positionEcef, velocityEcef } = stateToEcef(state, greenwichSiderealTime(time));
    positionsEcefKm.set([positionEcef.x, positionEcef.y, positionEcef.z], 3 * index);
    velocitiesEcefKmPerS.set([velocityEcef.x, velocityEcef.y, velocityEcef.z], 3 * index);
    coveredShares[index] = coveredShare(sunPositionAu(time), state.positionTeme);
  }
  return { startTime, stepMs: EPHEMERIS_STEP_MS, positionsEcefKm, velocitiesEcefKmPerS, coveredShares };
}

function ephemerisFrom(
  propagator: Result<Propagator>,
  startTime: EpochMs,
  held: Ephemeris | undefined,
): Ephemeris {
  if (!propagator.ok) return { status: 'unavailable', reason: propagator.message };
  const heldWindow = held?.status === 'available' ? held.window : undefined;
  const window = sampleWindow(propagator.value, startTime, heldWindow);
  if (!window) {
    const epoch = new Date(propagator.value.epoch).toISOString();
    return {
      status: 'unavailable',
      reason: `The orbit has decayed since the epoch of its elements (${epoch}).`,
    };
  }
  return { status: 'available', window };
}

const startsAt = (ephemeris: Ephemeris, startTime: EpochMs): boolean =>
  ephemeris.status === 'unavailable' || ephemeris.window.startTime === startTime;

/** The windows around an instant; the very ones that are held while the grid has not moved on. */
export function followFlight(held: Ephemerides | undefined, flight: Flight, time: EpochMs): Ephemerides {
  const startTime = windowStart(time);
  if (held && startsAt(held.iss, startTime) && startsAt(held.orbita, startTime)) return held;
  return {
    iss: ephemerisFrom(flight.iss, startTime, held?.iss),
    orbita: ephemerisFrom(flight.orbita, startTime, held?.orbita),
  };
}
