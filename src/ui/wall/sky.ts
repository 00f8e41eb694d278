import {
  addMs,
  type Degrees,
  degrees,
  type EpochMs,
  type Radians,
  toDegrees,
  toRadians,
} from '../../shared/kit/units.ts';
import { type EphemerisWindow, eclipseFractionAt, stateAt } from '../../shared/orbit/ephemeris.ts';
import type { GroundPoint } from '../../shared/orbit/frames.ts';
import { lookAngles, type Site } from '../../shared/orbit/observer.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import type { SubsolarPoint } from '../../shared/orbit/sun.ts';
import type { Size } from '../kit/page/size.ts';
import type { Rect } from './layout.ts';

/** A direction in an observer's sky. */
export interface Direction {
  /** Degrees clockwise from north. */
  readonly azimuth: number;
  /** Degrees above the horizon. */
  readonly elevation: number;
}

/** A satellite in the sky at an instant. */
export interface SkySample extends Direction {
  readonly time: EpochMs;
  readonly rangeKm: number;
  readonly isLit: boolean;
}

interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** Maximum angle from the middle of the picture, in degrees. */
const FIELD = 125;

const unitVector = ({ azimuth, elevation }: Direction) => {
  const [az, el] = [toRadians(degrees(azimuth)), toRadians(degrees(elevation))];
  return { east: Math.cos(el) * Math.sin(az), north: Math.cos(el) * Math.cos(az), up: Math.sin(el) };
};

/**
 * Projects the sky for an observer who looks in a direction: stereographic, so that circles stay circles. One unit
 * is one radian in the middle; x to the right, y down. `undefined` behind the observer.
 */
export function skyPoint(look: Direction, direction: Direction): CanvasPoint | undefined {
  const d = unitVector(direction);
  const f = unitVector(look);
  const upwards = unitVector({ azimuth: look.azimuth, elevation: look.elevation + 90 });
  const right = unitVector({ azimuth: look.azimuth + 90, elevation: 0 });
  const along = d.east * f.east + d.north * f.north + d.up * f.up;
  if (along < Math.cos(toRadians(degrees(FIELD)))) return undefined;
  const k = 2 / (1 + along);
  return {
    x: k * (d.east * right.east + d.north * right.north + d.up * right.up),
    y: -k * (d.east * upwards.east + d.north * upwards.north + d.up * upwards.up),
  };
}

/** Returns the satellite in the sky; `undefined` outside of its window. */
export function skySample(window: EphemerisWindow, site: Site, time: EpochMs): SkySample | undefined {
  const state = stateAt(window, time);
  if (!state) return undefined;
  const { azimuth, elevation, rangeKm } = lookAngles(site, state);
  return { time, azimuth, elevation, rangeKm, isLit: (eclipseFractionAt(window, time) ?? 0) < 0.5 };
}

const ARC_STEPS = 72;

/** Samples a pass from AOS to LOS. */
export const skyArc = (window: EphemerisWindow, site: Site, { aos, los }: Pass): readonly SkySample[] =>
  Array.from({ length: ARC_STEPS + 1 }, (_, index) => addMs(aos, ((los - aos) * index) / ARC_STEPS)).flatMap(
    (time) => skySample(window, site, time) ?? [],
  );

/** Returns the altitude of the Sun at a place. */
export function sunAltitude({ latitude, longitude }: GroundPoint, sun: SubsolarPoint): Degrees {
  const [phi, delta] = [toRadians(latitude), toRadians(sun.latitude)];
  const hour = toRadians(degrees(longitude - sun.longitude));
  const sine = Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hour);
  return toDegrees(Math.asin(sine) as Radians);
}

/** Returns the azimuth of the Sun at a place, clockwise from north. */
export function sunAzimuth({ latitude, longitude }: GroundPoint, sun: SubsolarPoint): number {
  const [phi, delta] = [toRadians(latitude), toRadians(sun.latitude)];
  const hour = toRadians(degrees(longitude - sun.longitude));
  const angle = Math.atan2(Math.sin(hour), Math.cos(hour) * Math.sin(phi) - Math.tan(delta) * Math.cos(phi));
  return (toDegrees(angle as Radians) + 180 + 360) % 360;
}

/** Returns the light of the sky, from 0 at the end of nautical twilight (−12°) to 1 by day (6°). */
export const daylight = (altitude: number): number => Math.min(1, Math.max(0, (altitude + 12) / 18));
/** Returns the light of the twilight at the horizon, 1 with the Sun just below it. */
export const twilight = (altitude: number): number => Math.max(0, 1 - Math.abs(altitude + 3) / 11);

/** The picture of a pass on the screen, in rem. */
export interface SkyPicture {
  readonly look: Direction;
  /** `undefined` behind the observer. */
  place(direction: Direction): CanvasPoint | undefined;
}

/** Height of the horizon as a share of the free part, and margins beside and above the arc, in rem. */
const HORIZON = 0.8;
const ROOM: Size = { width: 3.2, height: 1.6 };
const MOST_LOOK = 20;
const LEAST_LOOK = 10;
/** Limits the enlargement of a low pass. */
const MOST_SCALE = 16;

/** Returns the picture of a pass: looks at its middle, with all of it in the free part of the screen. */
export function skyPicture(arc: readonly SkySample[], free: Rect): SkyPicture {
  const top = arc.reduce<SkySample | undefined>(
    (best, sample) => (best && best.elevation >= sample.elevation ? best : sample),
    undefined,
  );
  const elevation = Math.min(MOST_LOOK, Math.max(LEAST_LOOK, (top?.elevation ?? 0) / 2));
  const look: Direction = { azimuth: top?.azimuth ?? 180, elevation };
  const points = arc.flatMap((sample) => skyPoint(look, sample) ?? []);
  const horizon = skyPoint(look, { azimuth: look.azimuth, elevation: 0 })?.y ?? 0;
  const widest = Math.max(0.4, ...points.map(({ x }) => Math.abs(x)));
  const highest = Math.max(0.2, ...points.map(({ y }) => horizon - y));
  const scale = Math.min(
    (free.width / 2 - ROOM.width) / widest,
    (HORIZON * free.height - ROOM.height) / highest,
    MOST_SCALE,
  );
  const middle = free.left + free.width / 2;
  const ground = free.top + HORIZON * free.height;
  return {
    look,
    place(direction) {
      const point = skyPoint(look, direction);
      return point && { x: middle + scale * point.x, y: ground + scale * (point.y - horizon) };
    },
  };
}
