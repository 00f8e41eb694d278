import { Container, Graphics, type Renderer } from 'pixi.js';
import type { Place } from '../../../shared/entities/place.ts';
import { type SatelliteId, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { fixAt } from '../../../shared/orbit/ephemeris.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import {
  followStationVisibility,
  type VisibilityByStation,
} from '../../mission/contacts/station-visibility.ts';
import type { StationPasses } from '../../mission/contacts/stations-shown.ts';
import { relayRadius } from '../draw/draw-link.ts';
import { stationRadius, stationReach } from '../draw/draw-station.ts';
import { drawTrack, type MapTrack, type TrackReach } from '../draw/draw-tracks.ts';
import { createKeptScene } from '../draw/painting.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { Frame } from '../geometry/frame.ts';
import type { Box } from '../geometry/label-placement.ts';
import type { Land } from '../geometry/land.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import { siteBoxes } from '../geometry/site-boxes.ts';
import { createBackground, type DetailFactory } from './background.ts';
import type { MapDetail } from './detail-layer.ts';
import { createFootprintLayer } from './footprint-layer.ts';
import { createLinkLayer, type LinkEnd } from './link-layer.ts';
import type { KnownSatellite } from './satellite-layer.ts';
import { createStationLayer } from './station-layer.ts';
import { createVisibilityLayer } from './visibility-layer.ts';

export interface BaseMapSatellite extends KnownSatellite {
  readonly track: MapTrack;
}

/** Content of the base map at an instant. */
export interface BaseMapScene {
  /** Topmost first. */
  readonly satellites: readonly BaseMapSatellite[];
  /** Satellite that is drawn most prominently, and whose station visibility is shown. */
  readonly front: SatelliteId;
  /** Its passes over the shown ground stations. */
  readonly stations: readonly StationPasses[];
  /** Places with marks above the map, which names avoid; absent if there are none. */
  readonly marks?: readonly GroundPoint[];
  /** Carrier of the spacecraft's radio link; absent without one. */
  readonly linkEnd: LinkEnd | undefined;
  /** Covered parts of the map, in device pixels; no name is placed there. */
  readonly covers: readonly Box[];
  readonly reach: TrackReach;
}

/** Separate layer shown below the tracks of the mission. */
export interface BaseMapOverlay {
  readonly container: Container;
  /** True if other content must be shown, even while time is paused. Cheap: called on every frame. */
  isNew(now: EpochMs | undefined): boolean;
  /** @returns true if anything has changed */
  update(now: EpochMs, projector: Projector): boolean;
}

/** Map content below the satellites. */
export interface BaseMap {
  readonly container: Container;
  /**
   * Redraws it if out of date. Cheap otherwise: call it on every frame.
   * @param occupied boxes of the satellites and their labels
   * @returns true if it was redrawn
   */
  update(
    now: EpochMs | undefined,
    scene: BaseMapScene,
    projector: Projector,
    detail: MapDetail | undefined,
    frame: Frame,
    occupied: () => readonly Box[],
    overlay?: BaseMapOverlay,
  ): boolean;
  /** Returns the boxes of station and relay markers; the same array for the same projector while they stay. */
  markers(projector: Projector): readonly Box[];
  /**
   * Returns boxes that names of added satellites avoid: its markers, names and covers. The same array until they
   * change.
   */
  occupied(): readonly Box[];
  destroy(): void;
}

/**
 * On a 4K screen nothing in the base map moves by more than a third of a pixel in this time. Redrawing it
 * there takes 4 ms.
 */
const LOOK_MS = 500;
/**
 * In this time a satellite on the whole Earth moves less than the size of its marker, which hides the start of its
 * trail.
 */
const TRACK_MS = 10 * MS_PER_S;

const NO_MARKS: readonly GroundPoint[] = [];

/** True if two lists of stations look the same on the map. */
const isSameShown = (one: readonly Place[], other: readonly StationPasses[]): boolean =>
  one.length === other.length &&
  other.every(({ station }, index) =>
    (['id', 'name', 'latitude', 'longitude', 'mask'] as const).every(
      (field) => station[field] === one[index]?.[field],
    ),
  );

export function createBaseMap(
  renderer: Renderer,
  size: MapSize,
  land: Land,
  palette: MapPalette,
  createDetail?: DetailFactory,
): BaseMap {
  const ground = createBackground(renderer, size, land, palette, createDetail);
  const visibility = createVisibilityLayer(size, palette);
  const footprints = createFootprintLayer(size, palette);
  const trackGraphics = new Graphics();
  const overlayHost = new Container();
  const link = createLinkLayer(size, palette);
  const stations = createStationLayer(size, palette);

  const content = new Container();
  content.addChild(
    ground.container,
    visibility.container,
    footprints.container,
    overlayHost,
    trackGraphics,
    link.container,
    stations.container,
  );
  const picture = createKeptScene(renderer, size, content);

  let shown: BaseMapScene | undefined;
  let shownIn: Projector | undefined;
  let shownWith: MapDetail | undefined;
  let overlaid: BaseMapOverlay | undefined;
  let occupiedBoxes: readonly Box[] = [];
  let checkedAt: number | undefined;
  let tracksOf: readonly unknown[] = [];
  let stationVisibility: VisibilityByStation | undefined;
  let shownStations: readonly Place[] = [];

  let marked: { readonly of: readonly unknown[]; readonly boxes: readonly Box[] } | undefined;
  const markers = (projector: Projector): readonly Box[] => {
    const ofStations = stations.markers(projector);
    const relay = link.relay();
    const of = [ofStations, relay, projector];
    if (!marked || of.some((value, index) => value !== marked?.of[index])) {
      const radius = relayRadius(size);
      const ofRelay = relay ? siteBoxes([relay], radius, projector, size, radius) : [];
      marked = { of, boxes: [...ofStations, ...ofRelay] };
    }
    return marked.boxes;
  };

  const drawTracks = (now: EpochMs, scene: BaseMapScene, projector: Projector): boolean => {
    // Avoids the same frame as the background.
    const wanted = [Math.floor((now * projector.view.zoom) / TRACK_MS + 0.5), scene, projector];
    if (wanted.every((value, index) => value === tracksOf[index])) return false;
    tracksOf = wanted;
    trackGraphics.clear();
    for (const { track } of scene.satellites.toReversed()) {
      drawTrack(trackGraphics, track, now, scene.reach, size, projector);
    }
    return true;
  };

  const drawOverlays = (
    now: EpochMs,
    scene: BaseMapScene,
    projector: Projector,
    occupied: readonly Box[],
    frame: Frame,
  ): boolean => {
    const { satellites, front } = scene;
    const frontColor = palette.satellites[front];
    const frontWindow = satellites.find(({ id }) => id === front)?.window;
    const { marks = NO_MARKS } = scene;
    stationVisibility = followStationVisibility(stationVisibility, scene.stations, frontWindow, now);
    if (!isSameShown(shownStations, scene.stations)) {
      shownStations = scene.stations.map(({ station }) => station);
    }
    const frontFix = frontWindow && fixAt(frontWindow, now);
    return [
      visibility.update(shownStations, frontFix?.altitudeKm, stationVisibility, frontColor, projector),
      footprints.update(satellites, front, now, projector),
      drawTracks(now, scene, projector),
      overlaid?.update(now, projector) ?? false,
      link.update(
        satellites.find(({ id }) => id === SPACECRAFT),
        scene.linkEnd,
        now,
        projector,
        occupied,
        scene.covers,
      ),
      stations.update(
        shownStations,
        stationVisibility,
        frontColor,
        projector,
        [
          ...occupied,
          ...link.occupied(),
          ...siteBoxes(marks, stationRadius(size), projector, size, stationReach(size)),
        ],
        scene.covers,
        frame,
      ),
    ].includes(true);
  };

  return {
    container: picture.container,
    update(now, scene, projector, detail, frame, occupied, overlay) {
      const isDue =
        checkedAt === undefined ||
        now === undefined ||
        Math.abs(now - checkedAt) >= LOOK_MS ||
        ground.isLate() ||
        stations.isLate();
      const isOther = overlay !== overlaid;
      const isSame =
        scene === shown && projector === shownIn && detail === shownWith && !isOther && !overlay?.isNew(now);
      if (isSame && !isDue) return false;
      if (isOther) {
        overlayHost.removeChildren();
        if (overlay) overlayHost.addChild(overlay.container);
        overlaid = overlay;
      }
      const isGroundNew = ground.update(now, projector, detail, frame);
      const isOverlayNew = now !== undefined && drawOverlays(now, scene, projector, occupied(), frame);
      if (isOverlayNew || scene !== shown || projector !== shownIn) {
        const names = [...stations.names(), ...link.occupied()];
        occupiedBoxes = [...stations.markers(projector), ...names, ...scene.covers];
      }
      shown = scene;
      shownIn = projector;
      shownWith = detail;
      checkedAt = now;
      if (!isGroundNew && !isOverlayNew && !isOther) return false;
      picture.update(projector.isMoving || frame.isRacing);
      return true;
    },
    markers,
    occupied: () => occupiedBoxes,
    destroy() {
      ground.destroy();
      visibility.destroy();
      footprints.destroy();
      link.destroy();
      stations.destroy();
      // The overlay's container belongs to its layer.
      overlayHost.removeChildren();
      picture.destroy();
    },
  };
}
