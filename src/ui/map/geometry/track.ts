import { type EphemerisWindow, endTime, fixAt } from '../../../shared/ephemeris.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/units.ts';
import { PLANE_WIDTH, type Point, type Polyline, toPlaneX, toPlaneY } from './plane.ts';

/** Fine enough for smooth curves at any size. */
const STEP_MS = 10 * MS_PER_S;

/** Ground track of a whole window, on a time grid. */
export interface GroundTrack {
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
  readonly points: readonly Point[];
}

/** The window's own path, without an orbit transition in progress. */
export function groundTrack({ transition: _settling, ...window }: EphemerisWindow): GroundTrack {
  const points: Point[] = [];
  const end = endTime(window);
  for (let time = window.startTime; time <= end; time = addMs(time, STEP_MS)) {
    const fix = fixAt(window, time);
    if (fix) points.push([toPlaneX(fix.longitude), toPlaneY(fix.latitude)]);
  }
  return { startTime: window.startTime, endTime: end, points };
}

/** From `a` towards `b` the short way round: x may leave the plane. */
const unwrap = (a: Point, b: Point): Point => {
  const dx = b[0] - a[0];
  return [b[0] - PLANE_WIDTH * Math.round(dx / PLANE_WIDTH), b[1]];
};

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

/** Point of the track at an instant; its nearer end outside. */
function pointAt({ startTime, points }: GroundTrack, time: EpochMs): Point | undefined {
  const offset = Math.min(Math.max((time - startTime) / STEP_MS, 0), points.length - 1);
  const index = Math.min(Math.floor(offset), points.length - 2);
  const a = points[index];
  const b = points[index + 1];
  if (!a || !b) return undefined;
  const [x, y] = between(a, unwrap(a, b), offset - index);
  return [((x % PLANE_WIDTH) + PLANE_WIDTH) % PLANE_WIDTH, y];
}

/** A point of a track, and the direction there. */
export interface TrackPose {
  readonly point: Point;
  /** Along the track, in plane units. */
  readonly way: Point;
}

/** `undefined` outside the track. */
export function trackPoseAt(track: GroundTrack, time: EpochMs): TrackPose | undefined {
  if (!(time >= track.startTime && time <= track.endTime)) return undefined;
  const point = pointAt(track, time);
  const before = pointAt(track, addMs(time, -STEP_MS / 2));
  const after = before && pointAt(track, addMs(time, STEP_MS / 2));
  if (!point || !before || !after) return undefined;
  const [x, y] = unwrap(before, after);
  return { point, way: [x - before[0], y - before[1]] };
}

/** Joins points to polylines that end at the map's left or right edge and continue at the other. */
export function cutAtAntimeridian(points: readonly Point[]): readonly Polyline[] {
  const polylines: Point[][] = [];
  let current: Point[] = [];
  let last: Point | undefined;
  for (const point of points) {
    const reached = last && unwrap(last, point);
    if (last && reached && reached[0] !== point[0]) {
      const edge = reached[0] < point[0] ? 0 : PLANE_WIDTH;
      const [, y] = between(last, reached, (edge - last[0]) / (reached[0] - last[0] || 1));
      current.push([edge, y]);
      polylines.push(current);
      current = [[PLANE_WIDTH - edge, y]];
    }
    current.push(point);
    last = point;
  }
  polylines.push(current);
  return polylines.filter((polyline) => polyline.length > 1);
}

/** Part of a track between two instants, as far as known. */
export function trackBetween(track: GroundTrack, from: EpochMs, to: EpochMs): readonly Polyline[] {
  const start = Math.max(from, track.startTime) as EpochMs;
  const end = Math.min(to, track.endTime) as EpochMs;
  if (!(start < end)) return [];
  const first = Math.floor((start - track.startTime) / STEP_MS) + 1;
  const last = Math.ceil((end - track.startTime) / STEP_MS);
  const points = [pointAt(track, start), ...track.points.slice(first, last), pointAt(track, end)];
  return cutAtAntimeridian(points.filter((point) => point !== undefined));
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
