import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, type Degrees, type EpochMs, MS_PER_S, wrapLongitude } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, endTime, stateAt } from '../../../shared/orbit/ephemeris.ts';
import { ecefToGeodetic } from '../../../shared/orbit/frames.ts';
import type { Position } from './projector.ts';

/** Fine enough for smooth curves of a low orbit at any size. */
const STEP_MS = 10 * MS_PER_S;

/** Ground track over an interval, on a time grid. */
export interface GroundTrack {
  readonly startTime: EpochMs;
  readonly stepMs: number;
  readonly endTime: EpochMs;
  readonly points: readonly Position[];
}

/** A window, and the track derived from it. */
interface TracedWindow {
  readonly window: EphemerisWindow;
  readonly track: GroundTrack;
}

/** Returns a lookup of an earlier track's points by time; `undefined` where the window's path differs. */
function pointsFrom(
  earlier: TracedWindow | undefined,
  window: EphemerisWindow,
): (time: EpochMs) => Position | undefined {
  if (!earlier || earlier.window.stepMs !== window.stepMs) return () => undefined;
  const { window: old, track } = earlier;
  const shift = (window.startTime - old.startTime) / window.stepMs;
  const isSame = (a: Float64Array, b: Float64Array, sample: number): boolean =>
    [0, 1, 2].every((axis) => a[3 * sample + axis] === b[3 * (sample + shift) + axis]);
  const isSameSample = (sample: number): boolean =>
    isSame(window.positionsEcefKm, old.positionsEcefKm, sample) &&
    isSame(window.velocitiesEcefKmPerS, old.velocitiesEcefKmPerS, sample);
  let checked: { readonly sample: number; readonly isKept: boolean } | undefined;
  return (time) => {
    const point = track.points[(time - track.startTime) / track.stepMs];
    if (!point) return undefined;
    const sample = Math.floor((time - window.startTime) / window.stepMs);
    if (checked?.sample !== sample) {
      checked = { sample, isKept: isSameSample(sample) && isSameSample(sample + 1) };
    }
    return checked.isKept ? point : undefined;
  };
}

/**
 * Computes the window's own path, without an orbit transition in progress.
 * @param earlier a previous window: common points are not computed again
 */
export function groundTrack(
  { transition: _settling, ...window }: EphemerisWindow,
  earlier?: TracedWindow,
): GroundTrack {
  const points: Position[] = [];
  const end = endTime(window);
  const known = pointsFrom(earlier, window);
  for (let time = window.startTime; time <= end; time = addMs(time, STEP_MS)) {
    const point = known(time);
    const state = point ? undefined : stateAt(window, time);
    if (point) points.push(point);
    else if (state) {
      const { longitude, latitude } = ecefToGeodetic(state.positionEcef);
      points.push([longitude, latitude]);
    }
  }
  return { startTime: window.startTime, stepMs: STEP_MS, endTime: end, points };
}

/** Caches the tracks of satellites whose windows move on, which at a high rate happens several times a second. */
export function createGroundTracks<Id>(): (id: Id, window: EphemerisWindow) => GroundTrack {
  const traced = new Map<Id, TracedWindow>();
  return (id, window) => {
    const earlier = traced.get(id);
    if (earlier?.window === window) return earlier.track;
    const track = groundTrack(window, earlier);
    traced.set(id, { window, track });
    return track;
  };
}

const TURN = 360;

/** Returns the point `b` nearest to `a` the shorter way round: the longitude may exceed 180°. */
const unwrap = (a: Position, b: Position): Position => [b[0] - TURN * Math.round((b[0] - a[0]) / TURN), b[1]];

const between = (a: Position, b: Position, share: number): Position => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Returns the position on the track at an instant, or the nearer end outside. */
function pointAt({ startTime, stepMs, points }: GroundTrack, time: EpochMs): Position | undefined {
  const offset = Math.min(Math.max((time - startTime) / stepMs, 0), points.length - 1);
  const index = Math.min(Math.floor(offset), points.length - 2);
  const a = points[index];
  const b = points[index + 1];
  if (!a || !b) return undefined;
  const [longitude, latitude] = between(a, unwrap(a, b), offset - index);
  return [wrapLongitude(longitude as Degrees), latitude];
}

/** A position on a track, and the positions shortly before and after it. */
export interface TrackPose {
  readonly point: Position;
  readonly before: Position;
  readonly after: Position;
}

/** Returns the pose at an instant; `undefined` outside the track. */
export function trackPoseAt(track: GroundTrack, time: EpochMs): TrackPose | undefined {
  if (!(time >= track.startTime && time <= track.endTime)) return undefined;
  const point = pointAt(track, time);
  const before = pointAt(track, addMs(time, -track.stepMs / 2));
  const after = pointAt(track, addMs(time, track.stepMs / 2));
  return point && before && after && { point, before, after };
}

/** Returns the known positions along a track between two instants. */
export function trackBetween(track: GroundTrack, from: EpochMs, to: EpochMs): readonly Position[] {
  const start = Math.max(from, track.startTime) as EpochMs;
  const end = Math.min(to, track.endTime) as EpochMs;
  if (!(start < end)) return [];
  const first = Math.floor((start - track.startTime) / track.stepMs) + 1;
  const last = Math.ceil((end - track.startTime) / track.stepMs);
  const points = [pointAt(track, start), ...track.points.slice(first, last), pointAt(track, end)];
  return points.filter((point) => point !== undefined);
}

/** A dash cut to less than this share of a period is omitted, because it would look like a dot. */
const LEAST_SHARE = 0.15;

/**
 * Returns dashes of equal time, aligned with the clock: they stay in place on the map while the satellite passes over
 * them.
 * @param share drawn share of each period
 */
export function dashIntervals(
  { from, to }: TimeRange,
  periodMs: number,
  share: number,
): readonly TimeRange[] {
  const dashes: TimeRange[] = [];
  for (let start = Math.floor(from / periodMs) * periodMs; start < to; start += periodMs) {
    const dash = {
      from: Math.max(start, from) as EpochMs,
      to: Math.min(start + periodMs * share, to) as EpochMs,
    };
    if (dash.to - dash.from >= LEAST_SHARE * periodMs) dashes.push(dash);
  }
  return dashes;
}
