import { Container, Sprite } from 'pixi.js';
import { GROUND_STATIONS } from '../../../shared/stations.ts';
import type { StationVisibility, VisibilityByStation } from '../../contacts/station-visibility.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from '../draw/canvas-texture.ts';
import { createLabel, stationLabelStyle } from '../draw/draw-label.ts';
import { drawStation, stationExtent, stationRadius } from '../draw/draw-station.ts';
import type { MapPalette } from '../draw/palette.ts';
import { type Box, type LabelledMarker, placeLabels } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { toPlaneX, toPlaneY } from '../geometry/plane.ts';

/** The ground stations and their names. */
export interface StationLayer {
  readonly container: Container;
  /**
   * @param obstacles satellites and their names, which have the first choice of a position
   * @returns whether anything has changed
   */
  update(stationVisibility: VisibilityByStation, satelliteColor: string, obstacles: readonly Box[]): boolean;
  destroy(): void;
}

export function createStationLayer(size: MapSize, palette: MapPalette): StationLayer {
  const container = new Container();
  const pictures = new Map<string, CanvasTexture>();
  const labelStyle = stationLabelStyle(size, palette);
  const extent = stationExtent(size);

  const markerPicture = (visibility: StationVisibility, satelliteColor: string): CanvasTexture => {
    const key = `${visibility.isActive} ${visibility.isInView && satelliteColor}`;
    let picture = pictures.get(key);
    if (!picture) {
      const context = createDrawingContext(2 * extent, 2 * extent);
      drawStation(context, size, palette, visibility, satelliteColor);
      picture = toTexture(context);
      pictures.set(key, picture);
    }
    return picture;
  };

  const stations = GROUND_STATIONS.map(({ id, name, lat, lng }) => {
    const picture = createLabel(name, labelStyle);
    const position: LabelledMarker = {
      x: toPlaneX(lng) * size.scaleX,
      y: toPlaneY(lat) * size.scaleY,
      radius: stationRadius(size),
      label: picture.texture,
    };
    const marker = new Sprite({ anchor: 0.5, x: Math.round(position.x), y: Math.round(position.y) });
    const label = new Sprite(picture.texture);
    container.addChild(marker, label);
    return { id, position, marker, label, picture };
  });
  let sides: readonly number[] = [];

  return {
    container,
    update(stationVisibility, satelliteColor, obstacles) {
      let isNew = false;
      const labels = placeLabels(
        stations.map(({ position }) => position),
        size,
        obstacles,
        sides,
      );
      sides = labels.map(({ side }) => side);
      stations.forEach((station, index) => {
        const { texture } = markerPicture(stationVisibility[station.id], satelliteColor);
        const x = Math.round(labels[index]?.x ?? 0);
        const y = Math.round(labels[index]?.y ?? 0);
        if (station.marker.texture === texture && station.label.x === x && station.label.y === y) return;
        station.marker.texture = texture;
        station.label.position.set(x, y);
        isNew = true;
      });
      return isNew;
    },
    destroy() {
      container.destroy({ children: true });
      for (const { picture } of stations) picture.destroy();
      for (const picture of pictures.values()) picture.destroy();
    },
  };
}
