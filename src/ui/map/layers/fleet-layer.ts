import { Container, type Renderer, Sprite } from 'pixi.js';
import { addMs, degrees, type EpochMs, toRadians } from '../../../shared/kit/units.ts';
import type { CatalogueNumber, Fleet } from '../../mission/fleet/fleet.ts';
import { createRing, createSymbolSheet, DENSE_FROM, type SymbolSheet } from '../draw/draw-fleet.ts';
import type { MapPalette } from '../draw/palette.ts';
import { createFleetPace } from '../geometry/fleet-pace.ts';
import { mostMovement, PLACE, PLACE_LENGTH, placeFleet } from '../geometry/fleet-places.ts';
import type { Frame } from '../geometry/frame.ts';
import type { Box } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { scaleOf } from '../geometry/view.ts';
import { createFleetLabels } from './fleet-labels.ts';
import { createFleetPoints, type FleetPoints } from './fleet-points.ts';
import { createFleetTrackLayer, type FleetTrackLayer } from './fleet-track-layer.ts';

/** Added satellites: symbols, the name of the selected one, and others where they fit. */
export interface FleetLayer {
  readonly container: Container;
  /** Overlay for the base map. */
  readonly track: FleetTrackLayer;
  /**
   * Updates for one frame.
   * @param moving boxes that names avoid, including those of moving content
   * @param fixed boxes that names avoid; another array when they have changed
   * @returns true if anything has changed
   */
  update(
    now: EpochMs | undefined,
    fleet: Fleet | undefined,
    selected: CatalogueNumber | undefined,
    projector: Projector,
    moving: () => readonly Box[],
    fixed: readonly Box[],
    frame: Frame,
  ): boolean;
  /** Returns the current places of the satellites on the picture: see `placeFleet`. */
  places(): Float32Array;
  destroy(): void;
}

/** Minimum movement, in device pixels, for which the symbols are redrawn; less is invisible. */
const LEAST_STEP = 0.25;
/** Limit for slow satellites, because others may appear. */
const LONGEST_REST_MS = 250;
/** Zoom from which satellites other than the selected one have names. */
const NAMES_ZOOM = 4;
/** Ground speed of a satellite in low orbit, in radians per second of mission time. */
const RADIANS_PER_S = toRadians(degrees(0.0645));
/** Speed on the map, in name heights per second, from which names are illegible and only the selected one is shown. */
const READABLE_SPEED = 12;
const NOWHERE = new Float32Array(0);

export function createFleetLayer(renderer: Renderer, size: MapSize, palette: MapPalette): FleetLayer {
  const container = new Container();
  let sheet: SymbolSheet | undefined;
  const ringPicture = createRing(size, palette);
  const ring = new Sprite({ texture: ringPicture.texture, anchor: 0.5, visible: false });
  const labels = createFleetLabels(size, palette);
  const track = createFleetTrackLayer(size, palette);
  container.addChild(ring, labels.container);

  let fleet: Fleet | undefined;
  let selected: CatalogueNumber | undefined;
  let projectedBy: Projector | undefined;
  let avoided: readonly Box[] | undefined;
  let points: FleetPoints | undefined;
  /** Drawn places, and the next ones. */
  let places = new Float32Array(0);
  let next = new Float32Array(0);
  let colours = new Float32Array(0);
  let drawnAt: EpochMs | undefined;
  const pace = createFleetPace();
  let isRacing = false;
  let rest: { readonly from: EpochMs; readonly until: EpochMs } | undefined;

  const show = (shown: Fleet | undefined): void => {
    const length = PLACE_LENGTH * (shown?.satellites.length ?? 0);
    const isSame = shown && fleet && shown.satellites === fleet.satellites;
    fleet = shown;
    if (isSame) {
      colours.set(shown.colours);
      points?.recolour();
      return;
    }
    points?.destroy();
    colours = Float32Array.from(shown?.colours ?? []);
    places = new Float32Array(length);
    next = new Float32Array(length);
    sheet?.destroy();
    sheet = createSymbolSheet(size, palette, colours.length >= DENSE_FROM);
    points = length > 0 ? createFleetPoints(renderer, places, colours, sheet, size) : undefined;
    if (points) container.addChildAt(points.container, 0);
    labels.update(() => '', places, undefined, false, []);
    ring.visible = false;
    drawnAt = undefined;
  };

  const draw = (projector: Projector, obstacles: readonly Box[], isCoarse: boolean): void => {
    places.set(next);
    points?.update(isCoarse);
    const satellites = fleet?.satellites ?? [];
    const index = selected === undefined ? -1 : satellites.findIndex(({ id }) => id === selected);
    const at = PLACE_LENGTH * index;
    ring.visible = places[at + 2] === PLACE.near;
    if (ring.visible) ring.position.set(places[at] ?? 0, places[at + 1] ?? 0);
    const hasOthers = projector.view.zoom >= NAMES_ZOOM && !projector.isMoving && !isRacing;
    labels.update(
      (one) => satellites[one]?.name ?? '',
      places,
      index < 0 ? undefined : index,
      hasOthers,
      obstacles,
    );
  };

  return {
    container,
    track,
    places: () => (container.visible ? places : NOWHERE),
    update(now, shown, chosen, projector, moving, fixed, frame) {
      const speed = RADIANS_PER_S * Math.abs(frame.rate) * scaleOf(projector.view, size);
      const wasRacing = isRacing;
      isRacing = pace.isRacing(frame, speed > READABLE_SPEED * size.stationType);
      const isNew = shown !== fleet;
      const isChanged =
        isNew ||
        chosen !== selected ||
        projector !== projectedBy ||
        fixed !== avoided ||
        isRacing !== wasRacing;
      if (isNew) show(shown);
      selected = chosen;
      projectedBy = projector;
      avoided = fixed;
      if (!fleet || now === undefined) return isNew;
      const isResting = rest !== undefined && now >= rest.from && now < rest.until;
      if (!isChanged && container.visible && isResting) return false;
      const positions = fleet.positionsAt(now);
      // Until they arrive, the symbols keep their positions for a moment.
      const wasShown = container.visible;
      container.visible = pace.isCurrent(frame, positions !== undefined);
      if (!positions) return isNew || wasShown !== container.visible;
      placeFleet(positions, fleet.isShown, projector.view, size, next);
      const way = mostMovement(next, places);
      const isOff = isChanged || !wasShown || way >= LEAST_STEP;
      const sinceMs = drawnAt === undefined || isChanged ? 0 : Math.abs(now - drawnAt);
      const restMs = (sinceMs * (isOff ? LEAST_STEP : LEAST_STEP - way)) / way || 0;
      rest = { from: now, until: addMs(now, Math.min(LONGEST_REST_MS, restMs)) };
      if (!isOff) return false;
      drawnAt = now;
      // Not coarse if a frame stays for long: see `Frame.isRacing`.
      draw(projector, [...moving(), ...fixed], isRacing && frame.isRacing);
      return true;
    },
    destroy() {
      points?.destroy();
      labels.destroy();
      track.destroy();
      container.destroy({ children: true });
      sheet?.destroy();
      ringPicture.destroy();
    },
  };
}
