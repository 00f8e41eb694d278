import {
  type Degrees,
  degrees,
  type Radians,
  toDegrees,
  toRadians,
  wrapLongitude,
} from '../../../shared/kit/units.ts';
import { createProjector } from '../geometry/projector.ts';
import {
  type MapView,
  MOST_ZOOM,
  mostLatitude,
  type PictureSize,
  scaleOf,
  WHOLE_PLANE,
} from '../geometry/view.ts';

/** Clamps a view to the limits of zoom and plane. */
export function withinLimits(view: MapView, size: PictureSize): MapView {
  const zoom = Math.min(Math.max(view.zoom, 1), MOST_ZOOM);
  const most = view.globe === 0 ? mostLatitude({ ...view, zoom }, size) : 90;
  return {
    ...view,
    zoom,
    longitude: wrapLongitude(view.longitude),
    latitude: degrees(Math.min(Math.max(view.latitude, -most), most)),
  };
}

/** Pans by a distance in pixels. */
export function panBy(view: MapView, size: PictureSize, dx: number, dy: number): MapView {
  const perPixel = toDegrees((1 / scaleOf(view, size)) as Radians);
  const stretch = view.globe === 0 ? 1 : Math.max(Math.cos(toRadians(view.latitude)), 0.25);
  return withinLimits(
    {
      ...view,
      longitude: (view.longitude - (dx * perPixel) / stretch) as Degrees,
      latitude: degrees(Math.min(90, Math.max(-90, view.latitude + dy * perPixel))),
    },
    size,
  );
}

/** Zooms by a factor; the place at a pixel stays there. */
export function zoomAbout(view: MapView, size: PictureSize, x: number, y: number, factor: number): MapView {
  const zoomed = withinLimits({ ...view, zoom: view.zoom * factor }, size);
  const before = createProjector(view, size).positionAt(x, y);
  const after = createProjector(zoomed, size).positionAt(x, y);
  if (!before || !after) return zoomed;
  return withinLimits(
    {
      ...zoomed,
      longitude: (zoomed.longitude + before[0] - after[0]) as Degrees,
      latitude: degrees(Math.min(90, Math.max(-90, zoomed.latitude + before[1] - after[1]))),
    },
    size,
  );
}

/** Maximum turn away from a satellite at night, and minimum distance to the Sun's meridian, in degrees. */
const MOST_TURN = 60;

/** Returns the whole globe from above a place; at night turned aside, so that the lit side comes into view. */
export function globeOver(
  { longitude, latitude }: Pick<MapView, 'longitude' | 'latitude'>,
  sun: Pick<MapView, 'longitude' | 'latitude'>,
): MapView {
  const way = wrapLongitude(degrees(sun.longitude - longitude));
  const turn = Math.min(MOST_TURN, Math.max(0, Math.abs(way) - MOST_TURN));
  return {
    ...WHOLE_PLANE,
    globe: 1,
    longitude: wrapLongitude(degrees(longitude + Math.sign(way) * turn)),
    latitude,
  };
}

/** Duration of the return to the whole view. */
export const RESET_MS = 900;

/** Returns the same view as a globe or as a plane. */
export const turned = (view: MapView, size: PictureSize, isGlobe: boolean): MapView =>
  withinLimits({ ...view, globe: isGlobe ? 1 : 0 }, size);
