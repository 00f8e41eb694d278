import { asin } from '../../shared/kit/math.ts';
import { type EpochMs, MS_PER_MIN } from '../../shared/kit/units.ts';
import { KM_PER_AU, SUN_RADIUS_KM, WGS84 } from '../../shared/orbit/constants.ts';
import { type Interval, positiveIntervals } from '../../shared/orbit/intervals.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import type { TimeFunction } from '../../shared/orbit/root.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../../shared/orbit/sun.ts';
import { angleBetween, length, type Vector } from '../../shared/orbit/vector.ts';

/**
 * Passage through the Earth's shadow. If the search or the orbit ends inside it, that end replaces the later
 * instants, and the flags say so.
 */
export interface Eclipse {
  /** The Earth begins to cover the Sun's disc. */
  readonly penumbraEnter: EpochMs;
  /** The Earth covers the whole disc; absent, like `umbraExit`, if it never does. */
  readonly umbraEnter?: EpochMs;
  readonly umbraExit?: EpochMs;
  /** The whole disc is visible again. */
  readonly penumbraExit: EpochMs;
  /** True if the satellite was already in the shadow at the start of the search. */
  readonly startsBefore: boolean;
  /** True if the satellite is still in the shadow at the end of the search or the orbit. */
  readonly endsAfter: boolean;
}

const STEP_MS = 2 * MS_PER_MIN;

/** The Earth and the Sun as discs in a satellite's sky. Angles in radians. */
interface Discs {
  /** Angle of the Sun's centre behind the Earth's limb; negative while visible. */
  readonly depth: number;
  readonly sunRadius: number;
  readonly eclipseFraction: number;
}

/** Cone model: a sphere of the equatorial radius without atmosphere. */
function discsFrom(position: Vector, sunAu: Vector): Discs {
  const toEarth = { x: -position.x, y: -position.y, z: -position.z };
  const toSun = {
    x: sunAu.x * KM_PER_AU - position.x,
    y: sunAu.y * KM_PER_AU - position.y,
    z: sunAu.z * KM_PER_AU - position.z,
  };
  const earthRadius = asin(Math.min(1, WGS84.radiusKm / length(position)));
  return {
    depth: earthRadius - angleBetween(toEarth, toSun),
    sunRadius: asin(SUN_RADIUS_KM / length(toSun)),
    eclipseFraction: eclipseFraction(sunAu, position),
  };
}

/** Returns a function for the discs in a satellite's sky, memoized by instant; `undefined` without an orbit. */
function watchDiscs(propagator: Propagator): (time: EpochMs) => Discs | undefined {
  const seen = new Map<EpochMs, Discs | undefined>();
  return (time) => {
    if (seen.has(time)) return seen.get(time);
    const state = propagator.stateAt(time);
    const discs = state && discsFrom(state.positionTeme, sunPositionAu(time));
    seen.set(time, discs);
    return discs;
  };
}

/**
 * Returns a positive value where at least half of the Sun's disc is covered; extended beyond no and full coverage so
 * that it has a single peak.
 */
function halfCover({ depth, sunRadius, eclipseFraction: share }: Discs): number {
  if (depth >= sunRadius) return 1 - ECLIPSED_SHARE + (depth - sunRadius);
  if (depth <= -sunRadius) return -ECLIPSED_SHARE + (depth + sunRadius);
  return share - ECLIPSED_SHARE;
}

type DiscsAt = ReturnType<typeof watchDiscs>;

function eclipsesIn(discsAt: DiscsAt, from: EpochMs, to: EpochMs): readonly Eclipse[] {
  const beyond =
    (edge: 1 | -1): TimeFunction =>
    (time) => {
      const discs = discsAt(time);
      return discs ? discs.depth - edge * discs.sunRadius : Number.NaN;
    };
  const withUmbra = ({ start, end, startsBefore, endsAfter }: Interval): Eclipse => {
    const umbrae = [...positiveIntervals(beyond(1), { from: start, to: end, stepMs: STEP_MS })];
    const [first, last] = [umbrae[0], umbrae.at(-1)];
    const umbra = first && last ? { umbraEnter: first.start, umbraExit: last.end } : {};
    return { penumbraEnter: start, ...umbra, penumbraExit: end, startsBefore, endsAfter };
  };
  return Array.from(positiveIntervals(beyond(-1), { from, to, stepMs: STEP_MS }), withUmbra);
}

function eclipsedIn(discsAt: DiscsAt, from: EpochMs, to: EpochMs): Generator<Interval> {
  const cover: TimeFunction = (time) => {
    const discs = discsAt(time);
    return discs ? halfCover(discs) : Number.NaN;
  };
  return positiveIntervals(cover, { from, to, stepMs: STEP_MS });
}

/**
 * Finds the passages of a satellite through the Earth's shadow, in order: a cone behind a sphere of 6378.137 km, the
 * Sun a disc of 695,700 km; and the intervals in which it is eclipsed, that is, at least half of the Sun's disc is
 * covered. Times are within half a second of those with an exact Sun.
 *
 * Cost: one SGP4 evaluation for every 2 minutes of the search, and about 35 for each eclipse.
 */
export function findShadow(
  propagator: Propagator,
  from: EpochMs,
  to: EpochMs,
): { readonly eclipses: readonly Eclipse[]; readonly eclipsed: readonly Interval[] } {
  const discsAt = watchDiscs(propagator);
  return { eclipses: eclipsesIn(discsAt, from, to), eclipsed: [...eclipsedIn(discsAt, from, to)] };
}
