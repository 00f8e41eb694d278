import { Container, Sprite } from 'pixi.js';
import type { Place } from '../../../shared/entities/place.ts';
import type { StationVisibility, VisibilityByStation } from '../../mission/contacts/station-visibility.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from '../draw/canvas-texture.ts';
import { createLabel, stationLabelStyle } from '../draw/draw-label.ts';
import { drawStation, stationExtent, stationRadius, stationReach } from '../draw/draw-station.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Frame } from '../geometry/frame.ts';
import { insidePicture } from '../geometry/inside-picture.ts';
import { type Box, type LabelledMarker, type PlacedLabel, placeLabels } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { siteBoxes } from '../geometry/site-boxes.ts';

/** The ground stations and their names. */
export interface StationLayer {
  readonly container: Container;
  /**
   * @param shown the same list until they change
   * @param obstacles satellites and their names, whose positions have priority
   * @param covers covered parts of the map; no name is placed there
   * @returns true if anything has changed
   */
  update(
    shown: readonly Place[],
    stationVisibility: VisibilityByStation,
    satelliteColor: string,
    projector: Projector,
    obstacles: readonly Box[],
    covers: readonly Box[],
    frame: Frame,
  ): boolean;
  /** True if names have yet to avoid obstacles: `update` must be called again soon. */
  isLate(): boolean;
  /** Returns the boxes of the visible markers, which all names avoid; the same array for the same projector. */
  markers(projector: Projector): readonly Box[];
  /** Returns the boxes of the shown names. */
  names(): readonly Box[];
  destroy(): void;
}

/** Wall time for which names stay unchanged while satellites race past, against flashing. */
const NAMES_MS = 500;

const isNamed = ({ isCovered, isCrowded }: PlacedLabel): boolean => !isCovered && !isCrowded;

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

  const radius = stationRadius(size);
  const reach = stationReach(size);
  const createStation = ({ id, name, latitude, longitude }: Place) => {
    const picture = createLabel(name, labelStyle);
    const marker = new Sprite({ anchor: 0.5 });
    const label = new Sprite(picture.texture);
    container.addChild(marker, label);
    return { id, latitude, longitude, marker, label, picture };
  };
  let stations: readonly ReturnType<typeof createStation>[] = [];
  let created: readonly Place[] | undefined;
  const destroyStations = (): void => {
    container.removeChildren();
    for (const { marker, label, picture } of stations) {
      marker.destroy();
      label.destroy();
      picture.destroy();
    }
  };
  let sides: readonly (number | undefined)[] = [];
  let placedIn: Projector | undefined;
  let placedFor: readonly unknown[] = [];
  let placedAt = Number.NEGATIVE_INFINITY;
  let isLate = false;
  /** Labels of the stations on the picture, in their order. */
  let labels: readonly PlacedLabel[] = [];
  let names: readonly Box[] = [];
  let markers: { readonly projector: Projector; readonly boxes: readonly Box[] } | undefined;

  return {
    container,
    isLate: () => isLate,
    update(shown, stationVisibility, satelliteColor, projector, obstacles, covers, frame) {
      let isNew = projector !== placedIn || shown !== created;
      placedIn = projector;
      if (shown !== created) {
        destroyStations();
        stations = shown.map(createStation);
        sides = [];
        created = shown;
        markers = undefined;
      }
      const places = stations.map(({ latitude, longitude }) => {
        const place = projector.place(longitude, latitude);
        return place.isVisible ? insidePicture(place, size, reach) : place;
      });
      const visible = stations.filter((_, index) => places[index]?.isVisible);
      const wanted = [projector, shown, covers];
      isLate =
        frame.isRacing &&
        frame.time - placedAt < NAMES_MS &&
        wanted.every((value, index) => value === placedFor[index]);
      if (!isLate) {
        placedFor = wanted;
        placedAt = frame.time;
        labels = placeLabels(
          visible.map((station): LabelledMarker => {
            const { x = 0, y = 0 } = places[stations.indexOf(station)] ?? {};
            return { x, y, radius, label: station.picture.texture };
          }),
          size,
          obstacles,
          visible.map((station) => sides[stations.indexOf(station)]),
          covers,
        );
        names = labels.filter(isNamed);
        sides = stations.map((station) => labels[visible.indexOf(station)]?.side);
      }
      stations.forEach((station, index) => {
        const { marker, label, id } = station;
        const place = places[index];
        const isVisible = place?.isVisible === true;
        const box = labels[visible.indexOf(station)];
        const hasName = box !== undefined && isNamed(box);
        if (label.visible !== hasName) isNew = true;
        marker.visible = isVisible;
        label.visible = hasName;
        if (!isVisible) return;
        marker.position.set(Math.round(place.x), Math.round(place.y));
        const visibility = stationVisibility[id];
        if (!visibility) return;
        const { texture } = markerPicture(visibility, satelliteColor);
        const x = Math.round(box?.x ?? 0);
        const y = Math.round(box?.y ?? 0);
        if (marker.texture === texture && label.x === x && label.y === y) return;
        marker.texture = texture;
        label.position.set(x, y);
        isNew = true;
      });
      return isNew;
    },
    markers(projector) {
      if (markers?.projector !== projector) {
        markers = { projector, boxes: siteBoxes(stations, radius, projector, size, reach) };
      }
      return markers.boxes;
    },
    names: () => names,
    destroy() {
      destroyStations();
      container.destroy({ children: true });
      for (const picture of pictures.values()) picture.destroy();
    },
  };
}
