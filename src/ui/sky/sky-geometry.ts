import type { SkyArc } from '../../shared/contact-plan.ts';
import { type Degrees, degrees, type EpochMs, epochMs, toRadians } from '../../shared/units.ts';

/** A point of the polar sky plot: the zenith is (0, 0), the horizon the unit circle, north up, east to the right. */
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

/** All samples of a pass's sky track. */
export const arcPoints = (arc: SkyArc): readonly SkyPoint[] =>
  Array.from({ length: arcLength(arc) }, (_, index) => pointAt(arc, index));

/** Point of a pass at an instant; `undefined` before AOS and after LOS. */
export function arcPointAt(arc: SkyArc, time: EpochMs): SkyPoint | undefined {
  const offset = (time - arc.startTime) / arc.stepMs;
  const last = arcLength(arc) - 1;
  if (!(offset >= 0 && offset <= last)) return undefined;
  const index = Math.min(Math.floor(offset), last - 1);
  const [a, b] = [pointAt(arc, index), pointAt(arc, index + 1)];
  const share = offset - index;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** The sub-satellite point at the sample of a pass nearest to an instant; `undefined` before AOS and after LOS. */
export function arcPlaceAt(
  arc: SkyArc,
  time: EpochMs,
): { readonly latitude: Degrees; readonly longitude: Degrees } | undefined {
  const index = Math.round((time - arc.startTime) / arc.stepMs);
  const [latitude, longitude] = [arc.latitudes[index], arc.longitudes[index]];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude: degrees(latitude), longitude: degrees(longitude) };
}

/** The elevation at the sample of a pass nearest to an instant, degrees; `undefined` before AOS and after LOS. */
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

/** Compass point nearest to an azimuth in degrees. */
export function compassPoint(azimuth: number): (typeof POINTS)[number] {
  const index = Math.round((((azimuth % 360) + 360) % 360) / 45) % POINTS.length;
  return POINTS[index] ?? 'north';
}
