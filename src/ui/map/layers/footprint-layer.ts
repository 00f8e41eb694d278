import { Container, Graphics } from 'pixi.js';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { fixAt, type SatelliteFix } from '../../../shared/orbit/ephemeris.ts';
import { horizonRadius } from '../../mission/fleet/footprint.ts';
import { drawFootprint } from '../draw/draw-circles.ts';
import type { MapPalette } from '../draw/palette.ts';
import { mapCircle } from '../geometry/circle.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';
import type { KnownSatellite } from './satellite-layer.ts';

/** Areas from which the satellites are above the horizon. */
export interface FootprintLayer {
  readonly container: Container;
  /**
   * @param satellites topmost first
   * @returns true if anything has changed
   */
  update(
    satellites: readonly KnownSatellite[],
    front: SatelliteId,
    now: EpochMs,
    projector: Projector,
  ): boolean;
  destroy(): void;
}

interface Footprint {
  readonly id: SatelliteId;
  readonly isFront: boolean;
  readonly fix: SatelliteFix;
  /** Centre, in device pixels. */
  readonly x: number;
  readonly y: number;
}

/** The areas are soft and hundreds of pixels wide: all are redrawn when one has moved by this many pixels. */
const STEP = 1 / 2;

const isOff = (footprint: Footprint, drawn: Footprint | undefined): boolean =>
  footprint.id !== drawn?.id ||
  footprint.isFront !== drawn.isFront ||
  Math.hypot(footprint.x - drawn.x, footprint.y - drawn.y) >= STEP;

export function createFootprintLayer(size: MapSize, palette: MapPalette): FootprintLayer {
  const container = new Container();
  const graphics = new Graphics();
  container.addChild(graphics);
  let drawn: readonly Footprint[] = [];
  let drawnIn: Projector | undefined;

  return {
    container,
    update(satellites, front, now, projector) {
      const footprints = satellites.flatMap(({ id, window }): Footprint[] => {
        const fix = fixAt(window, now);
        if (!fix) return [];
        const { x, y } = projector.place(fix.longitude, fix.latitude);
        return [{ id, isFront: id === front, fix, x, y }];
      });
      const isSeenAsIs =
        projector === drawnIn &&
        footprints.length === drawn.length &&
        !footprints.some((footprint, index) => isOff(footprint, drawn[index]));
      if (isSeenAsIs) return false;
      drawn = footprints;
      drawnIn = projector;
      graphics.clear();
      for (const { id, isFront, fix } of footprints.toReversed()) {
        const circle = mapCircle(fix, horizonRadius(fix.altitudeKm));
        drawFootprint(graphics, circle, size, projector, palette.satellites[id], isFront ? 'front' : 'other');
      }
      return true;
    },
    destroy() {
      container.destroy({ children: true });
    },
  };
}
