import { Container, Graphics } from 'pixi.js';
import type { Place } from '../../../shared/entities/place.ts';
import { STATION_MASK } from '../../../shared/entities/stations.ts';
import { degrees } from '../../../shared/kit/units.ts';
import type { VisibilityByStation } from '../../mission/contacts/station-visibility.ts';
import { horizonRadius } from '../../mission/fleet/footprint.ts';
import { drawVisibility } from '../draw/draw-circles.ts';
import type { MapPalette } from '../draw/palette.ts';
import { type MapCircle, mapCircle } from '../geometry/circle.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';

/** Circles within which the ground stations have the front satellite in view. */
export interface VisibilityLayer {
  readonly container: Container;
  /**
   * @param stations the same list until they change
   * @param altitudeKm of the front satellite; without one nothing is shown
   * @returns true if anything was redrawn
   */
  update(
    stations: readonly Place[],
    altitudeKm: number | undefined,
    stationVisibility: VisibilityByStation,
    satelliteColor: string,
    projector: Projector,
  ): boolean;
  destroy(): void;
}

/** The circles follow the satellite's altitude in steps of less than half a pixel. */
const RADIUS_STEP = 0.05;

export function createVisibilityLayer(size: MapSize, palette: MapPalette): VisibilityLayer {
  const container = new Container();
  const graphics = new Graphics();
  container.addChild(graphics);
  let circles: readonly MapCircle[] = [];
  let circlesFor: readonly unknown[] = [];
  let drawnFor: readonly unknown[] = [];

  const circlesOf = (
    stations: readonly Place[],
    radius: number,
    altitudeKm: number,
  ): readonly MapCircle[] => {
    if (circlesFor[0] !== stations || circlesFor[1] !== radius) {
      circlesFor = [stations, radius];
      circles = stations.map((station) =>
        mapCircle(
          station,
          station.mask === STATION_MASK ? degrees(radius) : horizonRadius(altitudeKm, station.mask),
        ),
      );
    }
    return circles;
  };

  return {
    container,
    update(stations, altitudeKm, stationVisibility, satelliteColor, projector) {
      const radius =
        altitudeKm === undefined
          ? undefined
          : Math.round(horizonRadius(altitudeKm, STATION_MASK) / RADIUS_STEP) * RADIUS_STEP;
      const wanted = [stations, radius, stationVisibility, satelliteColor, projector];
      if (wanted.length === drawnFor.length && wanted.every((value, index) => value === drawnFor[index])) {
        return false;
      }
      drawnFor = wanted;
      graphics.clear();
      if (radius === undefined || altitudeKm === undefined) return true;
      circlesOf(stations, radius, altitudeKm).forEach((circle, index) => {
        const visibility = stationVisibility[stations[index]?.id ?? ''];
        if (!visibility) return;
        drawVisibility(graphics, circle, size, projector, palette, visibility, satelliteColor);
      });
      return true;
    },
    destroy() {
      container.destroy({ children: true });
    },
  };
}
