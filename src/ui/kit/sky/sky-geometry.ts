import { type Degrees, degrees, type EpochMs, epochMs, toRadians } from '../../../shared/kit/units.ts';
import type { Interval } from '../../../shared/orbit/intervals.ts';
import type { SkyArc } from '../../../shared/orbit/passes.ts';

/** Point of the polar sky plot: zenith at (0, 0), horizon on the unit circle, north up, east to the right. */
export interface SkyPoint {
  readonly x: number;
  readonly y: number;
}

export function toSkyPoint(azimuth: Degrees, elevation: Degrees): SkyPoint {
  const radius = (90 - elevation) / 90;
  return { x: radius * Math.sin(toRadians(azimuth)), y: -radius * Math.cos(toRadians(azimuth)) };
}

export const arcLength = (arc: SkyArc): number => arc.elevations.length;
export const arcTime = (arc: SkyArc, index: number): EpochMs => epochMs(arc.startTime + index * arc.stepMs);

const pointAt = ({ azimuths, elevations }: SkyArc, index: number): SkyPoint =>
  toSkyPoint(degrees(azimuths[index] ?? Number.NaN), degrees(elevations[index] ?? Number.NaN));

/** Returns all samples of a pass's sky track. */
export const arcPoints = (arc: SkyArc): readonly SkyPoint[] =>
  Array.from({ length: arcLength(arc) }, (_, index) => pointAt(arc, index));

/** The step is a fraction of the pass, so LOS may be off by a rounding error. */
const ROUNDING = 1e-6;

/** Returns the point of a pass at an instant; `undefined` before AOS and after LOS. */
export function arcPointAt(arc: SkyArc, time: EpochMs): SkyPoint | undefined {
  const steps = (time - arc.startTime) / arc.stepMs;
  const last = arcLength(arc) - 1;
  if (!(steps >= 0 && steps <= last + ROUNDING)) return undefined;
  const offset = Math.min(steps, last);
  const index = Math.min(Math.floor(offset), last - 1);
  const [a, b] = [pointAt(arc, index), pointAt(arc, index + 1)];
  const share = offset - index;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** A part of a pass with constant light. */
export interface ArcPart {
  readonly isSunlit: boolean;
  readonly points: readonly SkyPoint[];
}

/** Splits the sky track of a pass where the light changes, in order. */
export function arcParts(arc: SkyArc, sunlit: readonly Interval[]): readonly ArcPart[] {
  const last = arcLength(arc) - 1;
  const [from, to] = [arcTime(arc, 0), arcTime(arc, last)];
  const changes = sunlit.flatMap(({ start, end }) => [start, end]).filter((time) => time > from && time < to);
  const edges = [from, ...changes, to];
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? from;
    const middle = (start + end) / 2;
    const first = Math.floor((start - arc.startTime) / arc.stepMs) + 1;
    const inner = Array.from({ length: last }, (_, at) => at).filter(
      (at) => at >= first && arcTime(arc, at) < end,
    );
    const points = [arcPointAt(arc, start), ...inner.map((at) => pointAt(arc, at)), arcPointAt(arc, end)];
    return {
      isSunlit: sunlit.some((lit) => lit.start <= middle && middle <= lit.end),
      points: points.filter((point) => point !== undefined),
    };
  });
}

/** Position of the name of a plotted point. */
export interface NamePlace extends SkyPoint {
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Radius at which names are placed, beside the compass points, and angle that keeps them clear of those. */
const NAME_RADIUS = 1.07;
const COMPASS_ROOM = (15 * Math.PI) / 180;
/** Half the width within which a name is centred above or below its point. */
const MIDDLE = 0.25;

/** Places a name beyond the horizon, at the azimuth of a point there. */
export function nameBeyondHorizon({ x, y }: SkyPoint): NamePlace {
  const angle = Math.atan2(y, x);
  const compass = (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2;
  const off = angle - compass;
  const clear = Math.max(Math.abs(off), COMPASS_ROOM) * (off < 0 ? -1 : 1);
  const nameX = NAME_RADIUS * Math.cos(compass + clear);
  const anchor = Math.abs(nameX) < MIDDLE ? 'middle' : nameX > 0 ? 'start' : 'end';
  return { x: nameX, y: NAME_RADIUS * Math.sin(compass + clear), anchor };
}

/** Distance of a name from the track beside it. */
const BESIDE = 0.15;

/** Places a name beside the track of a pass, on the zenith side; `undefined` before AOS and after LOS. */
export function nameBesideArc(arc: SkyArc, time: EpochMs): NamePlace | undefined {
  const at = arcPointAt(arc, time);
  if (!at) return undefined;
  const before = arcPointAt(arc, epochMs(time - arc.stepMs)) ?? at;
  const after = arcPointAt(arc, epochMs(time + arc.stepMs)) ?? at;
  const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
  const [nx, ny] = [(before.y - after.y) / length, (after.x - before.x) / length];
  const side = nx * at.x + ny * at.y > 0 ? -1 : 1;
  return { x: at.x + side * BESIDE * nx, y: at.y + side * BESIDE * ny, anchor: 'middle' };
}

/** Returns the elevation in degrees at the sample nearest to an instant; `undefined` before AOS and after LOS. */
export const arcElevationAt = (arc: SkyArc, time: EpochMs): number | undefined =>
  arc.elevations[Math.round((time - arc.startTime) / arc.stepMs)];

const POINTS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

/** Returns the compass point nearest to an azimuth in degrees. */
export function compassPoint(azimuth: number): (typeof POINTS)[number] {
  const index = Math.round((((azimuth % 360) + 360) % 360) / 45) % POINTS.length;
  return POINTS[index] ?? 'north';
}
