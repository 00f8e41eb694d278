import { Container, Graphics } from 'pixi.js';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { ecefToGeodetic, type Geodetic } from '../../../shared/orbit/frames.ts';
import type { CatalogueNumber, Fleet } from '../../mission/fleet/fleet.ts';
import { horizonRadius } from '../../mission/fleet/footprint.ts';
import type { SatelliteTrack } from '../../mission/fleet/tracks.ts';
import { drawFootprint } from '../draw/draw-circles.ts';
import { drawTrack, type MapTrack } from '../draw/draw-tracks.ts';
import type { MapPalette } from '../draw/palette.ts';
import { mapCircle } from '../geometry/circle.ts';
import { fleetTrack } from '../geometry/fleet-track.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { PicturePoint, Projector } from '../geometry/projector.ts';
import type { BaseMapOverlay } from './base-map.ts';

/** Ground track and footprint of one of the added satellites. */
export interface FleetTrackLayer extends BaseMapOverlay {
  /** Selects the satellite; none by default. Cheap without a change: call it on every frame. */
  show(fleet: Fleet | undefined, satellite: CatalogueNumber | undefined): void;
  destroy(): void;
}

/** Less prominent than the tracks of the mission. */
const OPACITY = 0.8;
/** Movement from which the footprint is redrawn, in device pixels. */
const FOOTPRINT_STEP = 1 / 2;
/** Radius error from which the footprint is redrawn, in degrees. */
const RADIUS_STEP = 0.1;
/** Movement from which the track is redrawn, in CSS pixels on a desk: the ring around the satellite hides more. */
const TRACK_STEP_CSS_PX = 2;
/** Share of the track after which it is redrawn, however slow the satellite, because its ends move on. */
const TRACK_STEP_SHARE = 1 / 100;

const distance = (a: PicturePoint, b: PicturePoint): number => Math.hypot(a.x - b.x, a.y - b.y);

export function createFleetTrackLayer(size: MapSize, palette: MapPalette): FleetTrackLayer {
  const container = new Container();
  const footprintGraphics = new Graphics();
  const trackGraphics = new Graphics();
  container.addChild(footprintGraphics, trackGraphics);
  const trackStep = strokeWidth(TRACK_STEP_CSS_PX, size);

  let fleet: Fleet | undefined;
  let satellite: CatalogueNumber | undefined;
  /** Index of the satellite; negative without one. */
  let index = -1;
  /** Its position, once known. */
  let fix: Geodetic | undefined;
  let shownTrack: SatelliteTrack | undefined;
  let mapTrack: MapTrack | undefined;

  let isStale = false;
  let drawnIn: Projector | undefined;
  let footprintAt: (PicturePoint & { readonly radius: number }) | undefined;
  /** Colour of its group. */
  let color = '';
  let trackAt: (PicturePoint & { readonly time: EpochMs }) | undefined;

  const clear = (): boolean => {
    footprintGraphics.clear();
    trackGraphics.clear();
    const wasDrawn = footprintAt !== undefined || trackAt !== undefined;
    footprintAt = undefined;
    trackAt = undefined;
    return wasDrawn;
  };

  const drawCircle = (at: Geodetic, place: PicturePoint, projector: Projector): boolean => {
    const radius = horizonRadius(Math.max(0, at.altitudeKm));
    const isSeenAsIs =
      footprintAt !== undefined &&
      distance(place, footprintAt) < FOOTPRINT_STEP &&
      Math.abs(radius - footprintAt.radius) < RADIUS_STEP;
    if (isSeenAsIs) return false;
    footprintAt = { ...place, radius };
    footprintGraphics.clear();
    drawFootprint(footprintGraphics, mapCircle(at, radius), size, projector, color, 'added');
    return true;
  };

  const drawGroundTrack = (now: EpochMs, place: PicturePoint, projector: Projector): boolean => {
    if (!shownTrack || !mapTrack) return false;
    const isSeenAsIs =
      trackAt !== undefined &&
      distance(place, trackAt) < trackStep &&
      Math.abs(now - trackAt.time) < TRACK_STEP_SHARE * shownTrack.leadMs;
    if (isSeenAsIs) return false;
    trackAt = { ...place, time: now };
    trackGraphics.clear();
    drawTrack(trackGraphics, mapTrack, now, shownTrack, size, projector);
    return true;
  };

  return {
    container,
    show(nextFleet, next) {
      if (nextFleet === fleet && next === satellite) return;
      const isSame = next === satellite;
      fleet = nextFleet;
      satellite = next;
      const found = next === undefined ? -1 : (fleet?.satellites.findIndex(({ id }) => id === next) ?? -1);
      const shown = fleet?.isShown[found] === 1 ? found : -1;
      const shownColor = palette.fleet[fleet?.colours[shown] ?? 0] ?? '';
      if (isSame && shown === index && shownColor === color) return;
      index = shown;
      color = shownColor;
      fix = undefined;
      shownTrack = undefined;
      mapTrack = undefined;
      isStale = true;
    },
    isNew(now) {
      if (isStale || index < 0 || now === undefined) return isStale;
      return fleet?.trackAt(now, index) !== shownTrack || (!fix && fleet?.stateAt(now, index) !== undefined);
    },
    update(now, projector) {
      isStale = false;
      const wasDrawn = (index < 0 || projector !== drawnIn) && clear();
      drawnIn = projector;
      if (index < 0) return wasDrawn;
      const known = fleet?.trackAt(now, index);
      if (known !== shownTrack) {
        shownTrack = known;
        mapTrack = known && {
          ...fleetTrack(known.ground),
          color,
          opacity: OPACITY,
          isQuiet: true,
        };
        trackGraphics.clear();
        trackAt = undefined;
      }
      const state = fleet?.stateAt(now, index);
      if (state) fix = ecefToGeodetic(state.positionEcef);
      if (!fix) return clear() || wasDrawn;
      const place = projector.place(fix.longitude, fix.latitude);
      const isDrawn = [drawCircle(fix, place, projector), drawGroundTrack(now, place, projector)].includes(
        true,
      );
      return isDrawn || wasDrawn;
    },
    destroy() {
      container.destroy({ children: true });
    },
  };
}
