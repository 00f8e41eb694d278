import { Sprite } from 'pixi.js';
import type { SatelliteId } from '../../shared/elements.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import type { EpochMs } from '../../shared/units.ts';
import { markerExtent, markerRadius } from './draw-marker.ts';
import { type Box, type LabelledMarker, placeLabel } from './label-placement.ts';
import type { MapSize } from './map-size.ts';
import { poseAt } from './marker-pose.ts';
import type { MapPalette } from './palette.ts';
import { createSatellitePictures } from './satellite-pictures.ts';

/** One satellite on the stage. */
export interface SatelliteView {
  readonly id: SatelliteId;
  readonly sprites: readonly Sprite[];
  hide(): void;
  /** Puts the marker where the satellite is, or hides all where that is unknown. */
  move(window: EphemerisWindow, now: EpochMs): LabelledMarker | undefined;
  placeLabel(marker: LabelledMarker, obstacles: readonly Box[]): Box;
  destroy(): void;
}

/** Of a marker at its last known place, and of the words that say so. */
const STALE_OPACITY = 0.5;
const STALE_LABEL_OPACITY = 0.8;

export function createSatelliteView(id: SatelliteId, size: MapSize, palette: MapPalette): SatelliteView {
  const pictures = createSatellitePictures(id, size, palette);
  const label = new Sprite(pictures.label.texture);
  const marker = new Sprite({ texture: pictures.marker.texture, anchor: 0.5 });
  // The marker's other half while it crosses the map's left or right edge.
  const twin = new Sprite({ texture: pictures.marker.texture, anchor: 0.5 });
  const sprites = [label, twin, marker];
  const extent = markerExtent(size);
  const radius = markerRadius(size);
  let labelSide: number | undefined;

  const hide = (): void => {
    for (const sprite of sprites) sprite.visible = false;
  };

  return {
    id,
    sprites,
    hide,
    move(window, now) {
      const pose = poseAt(window, now);
      if (!pose) {
        hide();
        return undefined;
      }
      const x = pose.x * size.scaleX;
      const y = pose.y * size.scaleY;
      label.texture = (pose.isCurrent ? pictures.label : pictures.staleLabel).texture;
      label.visible = true;
      marker.visible = true;
      marker.position.set(x, y);
      marker.rotation = pose.direction;
      twin.visible = x < extent || x > size.width - extent;
      if (twin.visible) {
        twin.position.set(x < extent ? x + size.width : x - size.width, y);
        twin.rotation = pose.direction;
      }
      marker.alpha = pose.isCurrent ? 1 : STALE_OPACITY;
      twin.alpha = marker.alpha;
      label.alpha = pose.isCurrent ? 1 : STALE_LABEL_OPACITY;
      return { x, y, radius, direction: pose.direction, label: label.texture };
    },
    placeLabel(labelled, obstacles) {
      const place = placeLabel(labelled, size, obstacles, labelSide);
      labelSide = place.side;
      label.position.set(Math.round(place.x), Math.round(place.y));
      return place;
    },
    destroy() {
      for (const sprite of sprites) sprite.destroy();
      for (const picture of Object.values(pictures)) picture.destroy();
    },
  };
}
