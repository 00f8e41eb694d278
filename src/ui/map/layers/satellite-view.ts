import { Sprite } from 'pixi.js';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import type { EphemerisWindow } from '../../../shared/orbit/ephemeris.ts';
import { markerExtent, markerRadius } from '../draw/draw-marker.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Frame } from '../geometry/frame.ts';
import {
  type Box,
  isSideKept,
  type LabelledMarker,
  type LabelSide,
  type PlacedLabel,
  placeLabel,
  sideAfter,
} from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { poseAt } from '../geometry/marker-pose.ts';
import type { Projector } from '../geometry/projector.ts';
import { createSatellitePictures } from './satellite-pictures.ts';

/** One satellite on the stage. */
export interface SatelliteView {
  readonly id: SatelliteId;
  readonly sprites: readonly Sprite[];
  hide(): void;
  /** Computes the satellite's target pose. @returns true if its appearance changes */
  aim(window: EphemerisWindow, now: EpochMs, projector: Projector): boolean;
  /** Moves the marker to its target, or hides everything if that is unknown or off the map. */
  move(): LabelledMarker | undefined;
  /** Returns the approximate time for which the marker need not move, in milliseconds. */
  rest(window: EphemerisWindow, now: EpochMs, projector: Projector): number;
  /** Hides a label that is covered. */
  placeLabel(
    marker: LabelledMarker,
    obstacles: readonly Box[],
    covers: readonly Box[],
    frame: Frame,
  ): PlacedLabel;
  /** True if its label has recently changed sides and must stay there, even if another side is better. */
  isLabelKept(frame: Frame): boolean;
  destroy(): void;
}

/** Minimum movement of a marker, in device pixels: a sixteenth is invisible. */
const LEAST_STEP = 1 / 16;

/** Limit for slow satellites, because illumination and windows change as well. */
const LONGEST_REST_MS = 250;

/** Opacity of a marker at its last known position, and of its label. */
const STALE_OPACITY = 0.5;
const STALE_LABEL_OPACITY = 0.8;

/** Opacity of a marker on the far side of the globe, and of its label. */
const FAR_OPACITY = 0.3;
const FAR_LABEL_OPACITY = 0.6;

/** A marker on the picture, in device pixels. */
interface MarkerAim {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly isCurrent: boolean;
  /** False on the far side of the globe. */
  readonly isNear: boolean;
  /** Width after which the plane repeats; 0 for a globe. */
  readonly planeWidth: number;
}

function aimAt(window: EphemerisWindow, now: EpochMs, projector: Projector): MarkerAim | undefined {
  const pose = poseAt(window, now);
  if (!pose) return undefined;
  const { longitude, latitude, heading, isCurrent } = pose;
  const { x, y, isNear } = projector.place(longitude, latitude);
  const direction = projector.direction(longitude, latitude, heading);
  return { x, y, direction, isCurrent, isNear, planeWidth: projector.planeWidth };
}

export function createSatelliteView(id: SatelliteId, size: MapSize, palette: MapPalette): SatelliteView {
  const pictures = createSatellitePictures(id, size, palette);
  const label = new Sprite(pictures.label.texture);
  const marker = new Sprite({ texture: pictures.marker.texture, anchor: 0.5 });
  // Second half of the marker while it crosses the map's left or right edge.
  const twin = new Sprite({ texture: pictures.marker.texture, anchor: 0.5 });
  const sprites = [label, twin, marker];
  const extent = markerExtent(size);
  const radius = markerRadius(size);
  let side: LabelSide | undefined;
  let isCovered = false;
  let aimed: MarkerAim | undefined;
  let shown: MarkerAim | undefined;

  const hide = (): void => {
    for (const sprite of sprites) sprite.visible = false;
    shown = undefined;
  };

  return {
    id,
    sprites,
    hide,
    aim(window, now, projector) {
      aimed = aimAt(window, now, projector);
      if (!aimed || !shown) return aimed !== shown;
      return (
        aimed.isCurrent !== shown.isCurrent ||
        aimed.isNear !== shown.isNear ||
        Math.abs(aimed.x - shown.x) >= LEAST_STEP ||
        Math.abs(aimed.y - shown.y) >= LEAST_STEP
      );
    },
    move() {
      if (!aimed) {
        hide();
        return undefined;
      }
      shown = aimed;
      const { x, y, direction, isCurrent, isNear, planeWidth } = aimed;
      label.texture = (isCurrent ? pictures.label : pictures.staleLabel).texture;
      const isNamed = x > -extent && x < size.width + extent && y > -extent && y < size.height + extent;
      label.visible = isNamed && !isCovered;
      marker.visible = true;
      marker.position.set(x, y);
      marker.rotation = direction;
      const wraps = planeWidth > 0 && planeWidth < size.width + 1;
      twin.visible = wraps && (x < extent || x > planeWidth - extent);
      if (twin.visible) {
        twin.position.set(x < extent ? x + planeWidth : x - planeWidth, y);
        twin.rotation = direction;
      }
      marker.alpha = (isCurrent ? 1 : STALE_OPACITY) * (isNear ? 1 : FAR_OPACITY);
      twin.alpha = marker.alpha;
      label.alpha = (isCurrent ? 1 : STALE_LABEL_OPACITY) * (isNear ? 1 : FAR_LABEL_OPACITY);
      return isNamed ? { x, y, radius, direction, label: label.texture } : undefined;
    },
    rest(window, now, projector) {
      const next = aimAt(window, addMs(now, LONGEST_REST_MS), projector);
      if (!shown || !next) return LONGEST_REST_MS;
      const way = Math.max(Math.abs(next.x - shown.x), Math.abs(next.y - shown.y));
      return LONGEST_REST_MS * Math.min(1, LEAST_STEP / way);
    },
    isLabelKept: (frame) => isSideKept(side, frame),
    placeLabel(labelled, obstacles, covers, frame) {
      const isKept = isSideKept(side, frame);
      const place = placeLabel(labelled, size, obstacles, side?.side, covers, isKept);
      side = sideAfter(side, place, frame);
      label.position.set(Math.round(place.x), Math.round(place.y));
      isCovered = place.isCovered;
      label.visible = !isCovered;
      return place;
    },
    destroy() {
      for (const sprite of sprites) sprite.destroy();
      for (const picture of Object.values(pictures)) picture.destroy();
    },
  };
}
