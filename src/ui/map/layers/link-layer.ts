import { Container, Graphics } from 'pixi.js';
import { fixAt } from '../../../shared/ephemeris.ts';
import { GROUND_STATIONS, type StationId } from '../../../shared/stations.ts';
import type { EpochMs } from '../../../shared/units.ts';
import { drawLink } from '../draw/draw-link.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import type { KnownSatellite } from './satellite-layer.ts';

/** The radio link from the spacecraft to the ground station that carries it. */
export interface LinkLayer {
  readonly container: Container;
  /** @returns whether anything has changed */
  update(
    spacecraft: KnownSatellite | undefined,
    station: StationId | undefined,
    color: string,
    now: EpochMs,
    projector: Projector,
  ): boolean;
  destroy(): void;
}

/** Movement of the spacecraft's end after which the link is redrawn, in device pixels. */
const STEP = 1 / 2;

interface DrawnLink {
  readonly station: StationId;
  readonly projector: Projector;
  readonly x: number;
  readonly y: number;
}

export function createLinkLayer(size: MapSize): LinkLayer {
  const container = new Container();
  const ink = new Graphics();
  container.addChild(ink);
  let drawn: DrawnLink | undefined;

  return {
    container,
    update(spacecraft, station, color, now, projector) {
      const site = GROUND_STATIONS.find(({ id }) => id === station);
      const fix = site && spacecraft && fixAt(spacecraft.window, now);
      if (!site || !fix) {
        const isNew = drawn !== undefined;
        drawn = undefined;
        ink.clear();
        return isNew;
      }
      const { x, y } = projector.place(fix.longitude, fix.latitude);
      const isSame = drawn?.station === site.id && drawn.projector === projector;
      if (isSame && drawn && Math.hypot(x - drawn.x, y - drawn.y) < STEP) return false;
      drawn = { station: site.id, projector, x, y };
      ink.clear();
      drawLink(ink, [fix.longitude, fix.latitude], [site.lng, site.lat], size, projector, color);
      return true;
    },
    destroy() {
      container.destroy({ children: true });
    },
  };
}
