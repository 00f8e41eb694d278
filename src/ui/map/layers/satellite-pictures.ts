import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from '../draw/canvas-texture.ts';
import { createLabel, satelliteLabelStyle } from '../draw/draw-label.ts';
import { drawMarker, markerExtent } from '../draw/draw-marker.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';

/** Textures of a satellite, drawn once per map size. */
export interface SatellitePictures {
  readonly marker: CanvasTexture;
  readonly label: CanvasTexture;
  /** Replaces `label` while the position is not current. */
  readonly staleLabel: CanvasTexture;
}

function createMarker(id: SatelliteId, size: MapSize, palette: MapPalette): CanvasTexture {
  const side = 2 * markerExtent(size);
  const context = createDrawingContext(side, side);
  drawMarker(context, id, size, palette);
  return toTexture(context);
}

export function createSatellitePictures(
  id: SatelliteId,
  size: MapSize,
  palette: MapPalette,
): SatellitePictures {
  const name = SATELLITES[id].name;
  const style = satelliteLabelStyle(size, palette, palette.satellites[id]);
  return {
    marker: createMarker(id, size, palette),
    label: createLabel(name, style),
    staleLabel: createLabel(`${name} · last known`, style),
  };
}
