import { Container, Graphics, Sprite } from 'pixi.js';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import { nearestRelay } from '../../../shared/entities/relays.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { degrees } from '../../../shared/kit/units.ts';
import { fixAt } from '../../../shared/orbit/ephemeris.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import { createLabel, stationLabelStyle } from '../draw/draw-label.ts';
import { drawLink, drawRelayLink, relayRadius } from '../draw/draw-link.ts';
import type { MapPalette } from '../draw/palette.ts';
import { type Box, type LabelledMarker, markerBox, placeLabel } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Position, Projector } from '../geometry/projector.ts';
import type { KnownSatellite } from './satellite-layer.ts';

/** Carrier of the spacecraft's radio link: a ground station, or the nearest relay. */
export type LinkEnd = Pick<NetworkStation, 'longitude' | 'latitude'> | 'relay';

/** The radio link from the spacecraft to its carrier. */
export interface LinkLayer {
  readonly container: Container;
  /**
   * @param obstacles satellites and their names
   * @param covers covered parts of the map; no name is placed there
   * @returns true if anything has changed
   */
  update(
    spacecraft: KnownSatellite | undefined,
    end: LinkEnd | undefined,
    now: EpochMs,
    projector: Projector,
    obstacles: readonly Box[],
    covers: readonly Box[],
  ): boolean;
  /** Returns the boxes of the relay and its name, which other labels avoid. */
  occupied(): readonly Box[];
  /** Returns the shown relay: the satellites' names, which are placed first, avoid its marker. */
  relay(): GroundPoint | undefined;
  destroy(): void;
}

/** Movement of the spacecraft's end after which the link is redrawn, in device pixels. */
const STEP = 1 / 2;

interface DrawnLink {
  readonly end: Position;
  readonly projector: Projector;
  readonly covers: readonly Box[];
  readonly x: number;
  readonly y: number;
}

const isSamePlace = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

export function createLinkLayer(size: MapSize, palette: MapPalette): LinkLayer {
  const container = new Container();
  const graphics = new Graphics();
  const picture = createLabel('Relay', stationLabelStyle(size, palette));
  const label = new Sprite(picture.texture);
  label.visible = false;
  container.addChild(graphics, label);
  const color = palette.satellites.orbita;
  let drawn: DrawnLink | undefined;
  let boxes: readonly Box[] = [];
  /** The same object until another relay is shown. */
  let relay: GroundPoint | undefined;
  let side: number | undefined;

  /** Places marker and name of the relay over this place. */
  const nameRelay = (
    relay: Position,
    projector: Projector,
    obstacles: readonly Box[],
    covers: readonly Box[],
  ): void => {
    const { x, y, isVisible } = projector.place(...relay);
    label.visible = false;
    if (!isVisible) return;
    const marker: LabelledMarker = { x, y, radius: relayRadius(size), label: picture.texture };
    const place = placeLabel(marker, size, obstacles, side, covers);
    side = place.side;
    label.visible = !place.isCovered;
    label.position.set(Math.round(place.x), Math.round(place.y));
    boxes = label.visible ? [markerBox(marker), place] : [markerBox(marker)];
  };

  return {
    container,
    update(spacecraft, end, now, projector, obstacles, covers) {
      const fix = end && spacecraft && fixAt(spacecraft.window, now);
      if (!fix) {
        const isNew = drawn !== undefined;
        drawn = undefined;
        boxes = [];
        relay = undefined;
        label.visible = false;
        graphics.clear();
        return isNew;
      }
      const isRelay = end === 'relay';
      const place: Position = isRelay ? [nearestRelay(fix.longitude), 0] : [end.longitude, end.latitude];
      const { x, y } = projector.place(fix.longitude, fix.latitude);
      const isSame =
        drawn !== undefined &&
        isSamePlace(drawn.end, place) &&
        drawn.projector === projector &&
        drawn.covers === covers;
      if (isSame && drawn && Math.hypot(x - drawn.x, y - drawn.y) < STEP) return false;
      drawn = { end: place, projector, covers, x, y };
      boxes = [];
      const longitude = degrees(place[0]);
      if (!isRelay) relay = undefined;
      else if (relay?.longitude !== longitude) relay = { latitude: degrees(0), longitude };
      label.visible = false;
      graphics.clear();
      const draw = isRelay ? drawRelayLink : drawLink;
      draw(graphics, [fix.longitude, fix.latitude], place, size, projector, color);
      if (isRelay) nameRelay(place, projector, obstacles, covers);
      return true;
    },
    occupied: () => boxes,
    relay: () => relay,
    destroy() {
      container.destroy({ children: true });
      picture.destroy();
    },
  };
}
