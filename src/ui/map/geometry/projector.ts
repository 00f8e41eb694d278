import {
  type GeoPermissibleObjects,
  type GeoProjection,
  type GeoStream,
  geoClipAntimeridian,
  geoClipCircle,
  geoEquirectangularRaw,
  geoOrthographicRaw,
  geoProjection,
  geoRotation,
  geoStream,
} from 'd3-geo';
import { type Degrees, degrees, type Radians, toDegrees, toRadians } from '../../../shared/kit/units.ts';
import { type MapView, MIDDLE, type PictureSize, scaleOf } from './view.ts';

/** A position on the Earth, in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** Points, lines and areas on the Earth: a GeoJSON object, in degrees. */
export type Shape = GeoPermissibleObjects;

/** Target of a path. */
export interface PathSink {
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
  closePath(): unknown;
}

/** A position on the picture, in its pixels. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
  /** False on the far side of the globe. */
  readonly isNear: boolean;
  /** True if it is on the picture and on the near side. */
  readonly isVisible: boolean;
}

/** Projects positions and shapes on the Earth onto the picture of a view. */
export interface Projector {
  readonly view: MapView;
  /** True if another view follows within a fraction of a second; slow content is then drawn coarsely. */
  readonly isMoving: boolean;
  /** Width of the whole plane in pixels; 0 for a globe. */
  readonly planeWidth: number;
  place(longitude: number, latitude: number): PicturePoint;
  /** Returns the direction of a heading on the picture, clockwise from up. */
  direction(longitude: Degrees, latitude: Degrees, heading: Degrees): Radians;
  /** Returns the position at a pixel; `undefined` beside the Earth. */
  positionAt(x: number, y: number): Position | undefined;
  /**
   * Adds a shape to a path: great arcs as curves, cut at the edges of plane, globe and picture.
   * @returns true if any of it is on the picture
   */
  trace(pen: PathSink, shape: Shape): boolean;
  /** Like `trace`, with straight lines between points, for shapes with closely spaced points. */
  traceDense(pen: PathSink, shape: Shape): boolean;
  /** Like `traceDense` for the far side of a globe, seen through it; draws nothing on the plane. */
  traceFarSide(pen: PathSink, shape: Shape): boolean;
}

/** Maximum distance of a curve from its polyline, in pixels. */
const PRECISION = 0.25;
/** Margin beyond the picture in which shapes are kept, so that their cut edges are out of sight. */
const MARGIN = 64;
/** Angle from the middle of a globe to its horizon. */
const HALF_GLOBE = (Math.PI / 2) as Radians;

function projectionOf(view: MapView, size: PictureSize, precision: number): GeoProjection {
  const { globe, longitude, latitude, zoom, at = MIDDLE } = view;
  const scale = scaleOf(view, size);
  // The globe is cut along its horizon, the plane along its edge meridian.
  const projection = geoProjection(globe === 1 ? geoOrthographicRaw : geoEquirectangularRaw)
    .rotate([-longitude, -latitude * globe])
    .scale(scale)
    .translate([size.width * at.x, size.height * at.y + scale * toRadians(degrees(latitude * (1 - globe)))])
    .precision(precision)
    .preclip(globe === 1 ? geoClipCircle(HALF_GLOBE) : geoClipAntimeridian);
  if (zoom === 1) return projection;
  return projection.clipExtent([
    [-MARGIN, -MARGIN],
    [size.width + MARGIN, size.height + MARGIN],
  ]);
}

function farSideOf(view: MapView, size: PictureSize): GeoProjection {
  const { longitude, latitude, at = MIDDLE } = view;
  return geoProjection(geoOrthographicRaw)
    .rotate([180 - longitude, latitude])
    .reflectX(true)
    .scale(scaleOf(view, size))
    .translate([size.width * at.x, size.height * at.y])
    .precision(0)
    .clipAngle(90);
}

/** Returns the direction on an unturned plane. */
const planeDirection = (latitude: Degrees, heading: Degrees): Radians =>
  Math.atan2(
    Math.sin(toRadians(heading)) / Math.max(Math.cos(toRadians(latitude)), 1e-6),
    Math.cos(toRadians(heading)),
  ) as Radians;

// Not d3's geoPath: it includes areas, centroids and SVG paths, 1.5 kB of the first view.
function trace(projection: GeoProjection, pen: PathSink, shape: Shape): boolean {
  let isDrawn = false;
  let isArea = false;
  let isStart = true;
  const sink: GeoStream = {
    polygonStart() {
      isArea = true;
    },
    polygonEnd() {
      isArea = false;
    },
    lineStart() {
      isStart = true;
    },
    lineEnd() {
      if (isArea && !isStart) pen.closePath();
    },
    point(x, y) {
      if (isStart) pen.moveTo(x, y);
      else {
        pen.lineTo(x, y);
        isDrawn = true;
      }
      isStart = false;
    },
    sphere() {},
  };
  geoStream(shape, projection.stream(sink));
  return isDrawn;
}

/** Degrees along a heading over which its direction on the picture is measured. */
const AHEAD = 0.05;

/** @param size of the picture, in the pixels of the result */
export function createProjector(view: MapView, size: PictureSize, isMoving = false): Projector {
  const { globe, longitude: lng0, latitude: lat0 } = view;
  const curved = projectionOf(view, size, PRECISION);
  const straight = projectionOf(view, size, 0);
  const turn = geoRotation([-lng0, -lat0 * globe]);
  const isNear = (longitude: number, latitude: number): boolean =>
    globe === 0 || Math.abs(turn([longitude, latitude])[0]) <= toDegrees(HALF_GLOBE);
  const project = (longitude: number, latitude: number): [number, number] =>
    straight([longitude, latitude]) ?? [Number.NaN, Number.NaN];

  return {
    view,
    isMoving,
    planeWidth: globe === 0 ? 2 * Math.PI * scaleOf(view, size) : 0,
    place(longitude, latitude) {
      const [x, y] = project(longitude, latitude);
      const near = isNear(longitude, latitude);
      const isInside = x >= 0 && x <= size.width && y >= 0 && y <= size.height;
      return { x, y, isNear: near, isVisible: near && isInside };
    },
    direction(longitude, latitude, heading) {
      if (globe === 0) return planeDirection(latitude, heading);
      const angle = toRadians(heading);
      const east = (AHEAD * Math.sin(angle)) / Math.max(Math.cos(toRadians(latitude)), 1e-6);
      const [x0, y0] = project(longitude, latitude);
      const [x1, y1] = project(longitude + east, latitude + AHEAD * Math.cos(angle));
      return Math.atan2(x1 - x0, y0 - y1) as Radians;
    },
    positionAt(x, y) {
      const position = straight.invert?.([x, y]);
      if (!position?.every(Number.isFinite)) return undefined;
      const [longitude, latitude] = position;
      if (Math.abs(latitude) > 90) return undefined;
      const [backX, backY] = project(longitude, latitude);
      return Math.hypot(backX - x, backY - y) < 1 ? position : undefined;
    },
    trace: (pen, shape) => trace(curved, pen, shape),
    traceDense: (pen, shape) => trace(straight, pen, shape),
    traceFarSide: (pen, shape) => globe === 1 && trace(farSideOf(view, size), pen, shape),
  };
}
