import type { Place } from '../entities/place.ts';
import type { Result } from '../kit/result.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import type { ElementsText } from '../orbit/elements-text.ts';
import type { StateEcef } from '../orbit/frames.ts';
import type { VisualPass } from '../orbit/visual-passes.ts';
import type { ElementsAnswer, ElementsQuery } from './celestrak.ts';
import type { EclipseTransition } from './contact-plan.ts';

/**
 * Motion of many satellites as knots: the states of all of them at one instant, on a fixed grid of UTC. Between two
 * knots each satellite follows a cubic, so that the page needs no SGP4.
 */
export interface FleetKnot {
  /** Time in steps since 1970: see `knotTime`. */
  readonly index: number;
  /**
   * For each satellite x, y, z in km and their rates in km/s, Earth-fixed (ECEF), relative to the rotating Earth.
   * NaN for a satellite without a position.
   */
  readonly states: Float32Array;
}

/** Ground track of one satellite on a grid of UTC, and its illumination along it. */
export interface FleetTrack {
  /** Time of the first sample, a whole multiple of the step since 1970. */
  readonly startTime: EpochMs;
  readonly stepMs: number;
  /** Degrees, geodetic, north and east positive. Fewer samples than requested where the orbit begins or ends. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** Illumination at the first sample, and each change of it. */
  readonly light: readonly EclipseTransition[];
}

/** Search for passes over a place, above its mask. */
export interface PlacePassSearch {
  readonly place: Place;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Set for passes that a user views one by one: each gets its `path`, and the search precedes longer ones. */
  readonly hasPath?: true;
}

/** Request for the ground track of a listed satellite, by its index; both ends included. */
export interface FleetTrackSearch {
  readonly satellite: number;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stepMs: number;
}

/** Comlink's name for the transfer of an abort signal to the worker, through a port that closes on abort. */
export const SIGNAL = 'signal';

/**
 * Services of the worker for added satellites. A call whose signal is aborted is dropped and rejects; knots and tracks
 * are those of the list that was propagated last before the call.
 * @typeParam Signal `AbortSignal`, a type of the platform
 */
export interface FleetHost<Signal> {
  /** Reads a text of orbital elements. */
  readElements(text: string): Promise<ElementsText>;
  /** Fetches elements through the gateway; a failure states the reason. */
  fetchElements(query: ElementsQuery, signal: Signal): Promise<Result<ElementsAnswer>>;
  /** Replaces the propagated list. Returns each satellite's epoch of elements, or the reason why it has no orbit. */
  propagate(elements: readonly OrbitalElements[], signal: Signal): Promise<readonly Result<EpochMs>[]>;
  /** Knots are delivered in the order of the calls; their states are transferred, not copied. */
  knot(index: number, signal: Signal): Promise<FleetKnot>;
  /** Empty for a satellite without an orbit. */
  track(search: FleetTrackSearch, signal: Signal): Promise<FleetTrack>;
  /** Passes of each given satellite, listed or not, complete as in `findWholePasses`, or the reason for having none. */
  passes(
    satellites: readonly OrbitalElements[],
    search: PlacePassSearch,
    signal: Signal,
  ): Promise<readonly Result<readonly VisualPass[]>[]>;
}

/**
 * Time between two knots. The cubic is then within 50 m of SGP4 on every orbit: a pixel at 4K and 20 × zoom is 520 m.
 */
export const KNOT_STEP_MS = 120_000;

/** Number of values in a state. */
export const STATE_LENGTH = 6;

/** Age of elements, in days before or after their epoch, from which SGP4 is meaningless. */
export const MOST_AGE_DAYS = 365;

/** Returns the index of the last knot at or before an instant. */
export const knotBefore = (time: EpochMs): number => Math.floor(time / KNOT_STEP_MS);

export const knotTime = (index: number): EpochMs => epochMs(index * KNOT_STEP_MS);

/** Returns the elapsed share of the step between a knot and the next one, 0 to 1. */
const shareAt = ({ index }: FleetKnot, time: EpochMs): number => (time - knotTime(index)) / KNOT_STEP_MS;

const STEP_S = KNOT_STEP_MS / MS_PER_S;

/**
 * Writes the positions of all satellites at an instant between two neighbouring knots: x, y, z of each in km (ECEF),
 * NaN for a satellite without a position in either knot. Allocates nothing.
 */
export function interpolatePositions(
  before: FleetKnot,
  after: FleetKnot,
  time: EpochMs,
  positionsEcefKm: Float32Array,
): void {
  const t = shareAt(before, time);
  const t2 = t * t;
  const t3 = t2 * t;
  const b1 = 3 * t2 - 2 * t3;
  const b0 = 1 - b1;
  const w0 = (t3 - 2 * t2 + t) * STEP_S;
  const w1 = (t3 - t2) * STEP_S;
  const a = before.states;
  const b = after.states;
  let to = 0;
  for (let from = 0; from < a.length; from += STATE_LENGTH) {
    for (let axis = from; axis < from + 3; axis++) {
      positionsEcefKm[to++] =
        b0 * (a[axis] as number) +
        w0 * (a[axis + 3] as number) +
        b1 * (b[axis] as number) +
        w1 * (b[axis + 3] as number);
    }
  }
}

/** Returns one satellite's state between two neighbouring knots; `undefined` without a position. */
export function interpolateState(
  before: FleetKnot,
  after: FleetKnot,
  time: EpochMs,
  satellite: number,
): StateEcef | undefined {
  const t = shareAt(before, time);
  const t2 = t * t;
  const t3 = t2 * t;
  const read = (knot: FleetKnot, axis: number): number =>
    knot.states[satellite * STATE_LENGTH + axis] ?? Number.NaN;
  const position = (axis: number): number =>
    (2 * t3 - 3 * t2 + 1) * read(before, axis) +
    (t3 - 2 * t2 + t) * STEP_S * read(before, axis + 3) +
    (3 * t2 - 2 * t3) * read(after, axis) +
    (t3 - t2) * STEP_S * read(after, axis + 3);
  const velocity = (axis: number): number =>
    ((6 * t2 - 6 * t) * (read(before, axis) - read(after, axis))) / STEP_S +
    (3 * t2 - 4 * t + 1) * read(before, axis + 3) +
    (3 * t2 - 2 * t) * read(after, axis + 3);
  const state = {
    positionEcef: { x: position(0), y: position(1), z: position(2) },
    velocityEcef: { x: velocity(0), y: velocity(1), z: velocity(2) },
  };
  return Number.isNaN(state.positionEcef.x) ? undefined : state;
}
