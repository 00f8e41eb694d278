import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import { type Degrees, degrees, MS_PER_S, wrapLongitude } from '../../../shared/kit/units.ts';
import { createProjector, type Position, type Projector } from '../geometry/projector.ts';
import { type MapView, MIDDLE, mostLatitude, type PictureSize, WHOLE_PLANE } from '../geometry/view.ts';

/** A satellite of the mission, or an added one by its catalogue number. */
export type TrackedId = SatelliteId | number;

/** View of a map, and its movement. */
export interface Camera {
  view(): MapView;
  /** View that the camera moves to; the current one at rest. */
  target(): MapView;
  /** Returns the current view on a picture; the same object until either changes, or the camera comes to rest. */
  projector(size: PictureSize): Projector;
  /** Shows a view at once, and ends any movement. */
  show(view: MapView): void;
  /** Moves to a view within a duration in milliseconds; between plane and globe at once. */
  moveTo(view: MapView, durationMs: number): void;
  /** Returns the satellite kept at the centre, as far as the plane then fills the picture. */
  followed(): TrackedId | undefined;
  follow(id: TrackedId | undefined): void;
  /**
   * Advances by one frame.
   * @param time monotonic milliseconds
   * @param positionOf current position of a satellite
   */
  advance(time: number, positionOf: (id: TrackedId) => Position | undefined): void;
  /** Calls back after each change of the view or of the followed satellite. */
  subscribe(listener: () => void): () => void;
}

interface Movement {
  readonly from: MapView;
  readonly to: MapView;
  readonly durationMs: number;
  /** Time of its first frame. */
  startedAt: number | undefined;
}

/** Eases in and out. */
const ease = (share: number): number => share * share * (3 - 2 * share);

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Interpolates along the shorter way round. */
const mixLongitudes = (a: Degrees, b: Degrees, share: number): Degrees =>
  wrapLongitude((a + wrapLongitude((b - a) as Degrees) * share) as Degrees);

function between(from: MapView, to: MapView, share: number): MapView {
  if (share >= 1) return to;
  const t = ease(share);
  const [a, b] = [from.at ?? MIDDLE, to.at ?? MIDDLE];
  return {
    globe: to.globe,
    longitude: mixLongitudes(from.longitude, to.longitude, t),
    latitude: degrees(mix(from.latitude, to.latitude, t)),
    zoom: from.zoom * (to.zoom / from.zoom) ** t,
    at: { x: mix(a.x, b.x, t), y: mix(a.y, b.y, t) },
  };
}

/** Time without a change after which a view is at rest. */
const REST_MS = 150;
/** Same while the map follows fast: frames and mission time of a busy machine may pause that long. */
const FOLLOW_REST_MS = 1000;

/** Degrees that a followed satellite moves before the map does, at zoom 1: less than half a pixel. */
const FOLLOW_STEP = 0.08;

/**
 * Degrees per second, at zoom 1, from which a following map is drawn as moving: a globe at a rate of 60, on which an
 * orbit takes a minute and a half, or any map at a high rate.
 */
const FAST_FOLLOW = 1.5;

/** Returns a view centred on a place. The plane keeps filling a picture of this size. */
function centredOn(view: MapView, [longitude, latitude]: Position, size: PictureSize | undefined): MapView {
  const isInMiddle = (view.at ?? MIDDLE).y === MIDDLE.y;
  const most = size && isInMiddle && view.globe === 0 ? mostLatitude(view, size) : 90;
  const limited = Math.min(Math.max(latitude, -most), most);
  return { ...view, longitude: degrees(longitude), latitude: degrees(limited) };
}

export function createCamera(initial: MapView = WHOLE_PLANE): Camera {
  let view = initial;
  let movement: Movement | undefined;
  let followed: TrackedId | undefined;
  /** True if a view was shown at once since the last frame. */
  let isShown = false;
  /** Time of the frame from which the view is at rest. */
  let restsAt = Number.NEGATIVE_INFINITY;
  /** Time of the last frame in which the followed satellite moved the view. */
  let followedAt: number | undefined;
  let isMoving = false;
  let cached:
    | { readonly view: MapView; readonly size: PictureSize; readonly projector: Projector }
    | undefined;
  const listeners = new Set<() => void>();
  const change = (next: MapView): void => {
    view = next;
    for (const listener of listeners) listener();
  };

  return {
    view: () => view,
    target: () => movement?.to ?? view,
    projector(size) {
      const isCurrent =
        cached?.view === view && cached.size === size && cached.projector.isMoving === isMoving;
      if (!cached || !isCurrent) cached = { view, size, projector: createProjector(view, size, isMoving) };
      return cached.projector;
    },
    show(next) {
      movement = undefined;
      isShown = true;
      isMoving = true;
      change(next);
    },
    moveTo(next, durationMs) {
      if (durationMs > 0 && next.globe === view.globe)
        movement = { from: view, to: next, durationMs, startedAt: undefined };
      else {
        movement = undefined;
        restsAt = Number.NEGATIVE_INFINITY;
        isMoving = false;
        change(next);
      }
    },
    followed: () => followed,
    follow(id) {
      followed = id;
      followedAt = undefined;
      change(view);
    },
    advance(time, positionOf) {
      if (isShown || movement) restsAt = Math.max(restsAt, time + REST_MS);
      isShown = false;
      let next = view;
      if (movement) {
        movement.startedAt ??= time;
        const share = (time - movement.startedAt) / movement.durationMs;
        next = between(movement.from, movement.to, Math.min(share, 1));
        if (share >= 1) movement = undefined;
      }
      const place = followed && positionOf(followed);
      if (place) {
        const centred = centredOn(next, place, cached?.size);
        const way =
          next.zoom *
          Math.hypot(
            wrapLongitude((centred.longitude - next.longitude) as Degrees),
            centred.latitude - next.latitude,
          );
        if (movement || way >= FOLLOW_STEP) {
          const sinceS = (time - (followedAt ?? Number.NEGATIVE_INFINITY)) / MS_PER_S;
          if (way > FAST_FOLLOW * sinceS) restsAt = time + FOLLOW_REST_MS;
          followedAt = time;
          next = centred;
        }
      }
      isMoving = time < restsAt;
      if (next !== view) change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
