import { type EphemerisWindow, endTime, fixAt } from '../../../shared/ephemeris.ts';
import { addMs, type Degrees, type EpochMs, MS_PER_S, wrapLongitude } from '../../../shared/units.ts';
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

/** The window's own path, without an orbit transition in progress. */
export function groundTrack({ transition: _settling, ...window }: EphemerisWindow): GroundTrack {
  const points: Position[] = [];
  const end = endTime(window);
  for (let time = window.startTime; time <= end; time = addMs(time, STEP_MS)) {
    const fix = fixAt(window, time);
    if (fix) points.push([fix.longitude, fix.latitude]);
  }
  return { startTime: window.startTime, stepMs: STEP_MS, endTime: end, points };
}

const TURN = 360;

/** From `a` towards `b` the short way round: the longitude may exceed 180°. */
const unwrap = (a: Position, b: Position): Position => [b[0] - TURN * Math.round((b[0] - a[0]) / TURN), b[1]];

const between = (a: Position, b: Position, share: number): Position => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Position on the track at an instant; its nearer end outside. */
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

/** `undefined` outside the track. */
export function trackPoseAt(track: GroundTrack, time: EpochMs): TrackPose | undefined {
  if (!(time >= track.startTime && time <= track.endTime)) return undefined;
  const point = pointAt(track, time);
  const before = pointAt(track, addMs(time, -track.stepMs / 2));
  const after = pointAt(track, addMs(time, track.stepMs / 2));
  return point && before && after && { point, before, after };
}

/** Positions along a track between two instants, as far as known. */
export function trackBetween(track: GroundTrack, from: EpochMs, to: EpochMs): readonly Position[] {
  const start = Math.max(from, track.startTime) as EpochMs;
  const end = Math.min(to, track.endTime) as EpochMs;
  if (!(start < end)) return [];
  const first = Math.floor((start - track.startTime) / track.stepMs) + 1;
  const last = Math.ceil((end - track.startTime) / track.stepMs);
  const points = [pointAt(track, start), ...track.points.slice(first, last), pointAt(track, end)];
  return points.filter((point) => point !== undefined);
}

export interface Interval {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A dash cut to less than this share of a period is omitted: it would be a dot. */
const LEAST_SHARE = 0.15;

/**
 * Dashes of equal time, aligned with the clock: they stay in place on the map while the satellite passes over
 * them.
 * @param share drawn share of each period
 */
export function dashIntervals({ from, to }: Interval, periodMs: number, share: number): readonly Interval[] {
  const dashes: Interval[] = [];
  for (let start = Math.floor(from / periodMs) * periodMs; start < to; start += periodMs) {
    const dash = {
      from: Math.max(start, from) as EpochMs,
      to: Math.min(start + periodMs * share, to) as EpochMs,
    };
    if (dash.to - dash.from >= LEAST_SHARE * periodMs) dashes.push(dash);
  }
  return dashes;
}
