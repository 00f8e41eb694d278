import type { Ephemerides } from '../../shared/entities/satellites.ts';
import { mapSatellites, SATELLITE_IDS, type SatelliteId } from '../../shared/entities/satellites.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import { type Ephemeris, type EphemerisWindow, transitionInto } from '../../shared/orbit/ephemeris.ts';
import { greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import type { OrbitTransition } from '../../shared/orbit/orbit-transition.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../shared/orbit/sun.ts';
import type { Propagators } from './propagators.ts';

const EPHEMERIS_STEP_MS = 30 * MS_PER_S;
/** Coverage of a window before and after its creation: a little more than one orbit each. */
const EPHEMERIS_TRAIL_MS = 95 * MS_PER_MIN;
const EPHEMERIS_LEAD_MS = 95 * MS_PER_MIN;

/** Duration of a transition to a better known orbit. */
const SETTLING_MS = 8 * MS_PER_S;
/** Delay of a transition after its notification, so that no listener misses the start. */
const SETTLING_DELAY_MS = 1.5 * MS_PER_S;

/**
 * Returns the time of the first sample of the window around an instant: all windows share one grid, so that they
 * agree where they overlap.
 */
const windowStart = (time: EpochMs): EpochMs =>
  epochMs(Math.floor((time - EPHEMERIS_TRAIL_MS) / EPHEMERIS_STEP_MS) * EPHEMERIS_STEP_MS);

/** One step more than trail and lead: the start is rounded down to the grid. */
const SAMPLE_COUNT = (EPHEMERIS_TRAIL_MS + EPHEMERIS_LEAD_MS) / EPHEMERIS_STEP_MS + 2;
/** A shorter window, cut by a decay, would end before the next one is created. */
const LEAST_SAMPLE_COUNT = EPHEMERIS_TRAIL_MS / EPHEMERIS_STEP_MS + 2;

/** Returns the number of samples at the end of a window that the next one shares. */
function sharedCount(held: EphemerisWindow | undefined, startTime: EpochMs): number {
  if (!held) return 0;
  const { length } = held.eclipseFractions;
  const shift = (startTime - held.startTime) / EPHEMERIS_STEP_MS;
  return shift >= 0 && shift < length ? length - shift : 0;
}

function isInTransitionAt(
  window: EphemerisWindow | undefined,
  time: EpochMs,
): window is EphemerisWindow & Required<Pick<EphemerisWindow, 'transition'>> {
  const transition = window?.transition;
  return transition !== undefined && time < transition.startTime + transition.durationMs;
}

/** Explains why a window cannot be created: its orbit has no state at `time`. */
function reasonFor({ epoch }: Propagator, time: EpochMs): string {
  const text = new Date(epoch).toISOString();
  return time < epoch
    ? `The orbit cannot be traced back before the epoch of its elements, ${text}.`
    : `The orbit has decayed since the epoch of its elements, ${text}.`;
}

/** Samples the window from an instant on, up to the end of the orbit; samples of the current window are reused. */
function sampleWindow(
  propagator: Propagator,
  startTime: EpochMs,
  held: EphemerisWindow | undefined,
): Result<EphemerisWindow> {
  const shared = sharedCount(held, startTime);
  const positions = new Float64Array(3 * SAMPLE_COUNT);
  const velocities = new Float64Array(3 * SAMPLE_COUNT);
  const shares = new Float32Array(SAMPLE_COUNT);
  if (held && shared > 0) {
    const first = held.eclipseFractions.length - shared;
    positions.set(held.positionsEcefKm.subarray(3 * first));
    velocities.set(held.velocitiesEcefKmPerS.subarray(3 * first));
    shares.set(held.eclipseFractions.subarray(first));
  }
  let count = shared;
  for (; count < SAMPLE_COUNT; count++) {
    const time = epochMs(startTime + count * EPHEMERIS_STEP_MS);
    const state = propagator.stateAt(time);
    if (!state) break;
    const { positionEcef, velocityEcef } = stateToEcef(state, greenwichSiderealTime(time));
    const [p, v] = [positionEcef, velocityEcef];
    positions.set([p.x, p.y, p.z], 3 * count);
    velocities.set([v.x, v.y, v.z], 3 * count);
    shares[count] = eclipseFraction(sunPositionAu(time), state.positionTeme);
  }
  if (count < LEAST_SAMPLE_COUNT) {
    return failed(reasonFor(propagator, epochMs(startTime + count * EPHEMERIS_STEP_MS)));
  }
  const isWhole = count === SAMPLE_COUNT;
  return succeeded({
    startTime,
    stepMs: EPHEMERIS_STEP_MS,
    positionsEcefKm: isWhole ? positions : positions.slice(0, 3 * count),
    velocitiesEcefKmPerS: isWhole ? velocities : velocities.slice(0, 3 * count),
    eclipseFractions: isWhole ? shares : shares.slice(0, count),
    ...(isInTransitionAt(held, addMs(startTime, EPHEMERIS_TRAIL_MS)) && { transition: held.transition }),
  });
}

function ephemerisFrom(
  propagator: Result<Propagator>,
  startTime: EpochMs,
  held: Ephemeris | undefined,
): Ephemeris {
  if (!propagator.ok) return { status: 'unavailable', reason: propagator.message };
  const heldWindow = held?.status === 'available' ? held.window : undefined;
  const window = sampleWindow(propagator.value, startTime, heldWindow);
  return window.ok
    ? { status: 'available', window: window.value }
    : { status: 'unavailable', reason: window.message };
}

const startsAt = (ephemeris: Ephemeris, startTime: EpochMs): boolean =>
  ephemeris.status === 'unavailable' || ephemeris.window.startTime === startTime;

/** Returns the windows around an instant; the given ones while the grid has not advanced. */
export function followEphemerides(
  held: Ephemerides | undefined,
  propagators: Propagators,
  time: EpochMs,
): Ephemerides {
  const startTime = windowStart(time);
  if (held && SATELLITE_IDS.every((id) => startsAt(held[id], startTime))) return held;
  return mapSatellites((id) => ephemerisFrom(propagators[id], startTime, held?.[id]));
}

/** Moves one satellite to a newly determined orbit, by an orbit transition. */
export function enterOrbit(
  held: Ephemerides,
  propagators: Propagators,
  id: SatelliteId,
  time: EpochMs,
): Ephemerides {
  const entered = ephemerisFrom(propagators[id], windowStart(time), undefined);
  const from = held[id];
  if (entered.status === 'unavailable' || from.status === 'unavailable') return { ...held, [id]: entered };
  const start = addMs(time, SETTLING_DELAY_MS);
  const window = transitionInto(entered.window, from.window, start, SETTLING_MS);
  return { ...held, [id]: { status: 'available', window } };
}

/** Restores the orbit transition of one satellite. */
export function transition(
  id: SatelliteId,
  held: Ephemerides,
  glide: OrbitTransition | undefined,
): Ephemerides {
  const ephemeris = held[id];
  if (!glide || ephemeris.status === 'unavailable') return held;
  return { ...held, [id]: { status: 'available', window: { ...ephemeris.window, transition: glide } } };
}
