import { type Degrees, degrees, type Radians, toDegrees } from '../../../shared/kit/units.ts';

/** Part of the Earth that the map shows, and its projection. */
export interface MapView {
  /** 0 for the plane, 1 for the globe. */
  readonly globe: 0 | 1;
  /** Centre of the map. */
  readonly longitude: Degrees;
  readonly latitude: Degrees;
  /** 1 for the whole Earth, up to `MOST_ZOOM`. */
  readonly zoom: number;
  /** Position of the centre on the picture, as shares of its width and height; in the middle by default. */
  readonly at?: Shares | undefined;
}

export interface Shares {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Shares = { x: 0.5, y: 0.5 };

/** Size of a picture of the Earth, in its pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The plane of the specification: 180° W at the left edge, 90° N at the upper one. */
export const WHOLE_PLANE: MapView = { globe: 0, longitude: degrees(0), latitude: degrees(0), zoom: 1 };

export const MOST_ZOOM = 20;

/** Diameter of the globe as a share of the shorter side. */
const GLOBE_SHARE = 0.94;

/** Returns pixels per radian at the centre of the map. */
export function scaleOf({ globe, zoom }: MapView, { width, height }: PictureSize): number {
  return zoom * (globe === 1 ? (GLOBE_SHARE * Math.min(width, height)) / 2 : width / (2 * Math.PI));
}

/** Returns the maximum latitude of the centre at which the plane still fills its picture. */
export function mostLatitude(view: MapView, size: PictureSize): Degrees {
  const halfRadians = size.height / 2 / scaleOf({ ...view, globe: 0 }, size);
  return degrees(Math.max(0, 90 - toDegrees(halfRadians as Radians)));
}
