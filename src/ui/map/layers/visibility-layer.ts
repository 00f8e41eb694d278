import { Container, Graphics } from 'pixi.js';
import { horizonRadius } from '../../../shared/orbit/footprint.ts';
import { GROUND_STATIONS, STATION_MASK } from '../../../shared/stations.ts';
import { degrees } from '../../../shared/units.ts';
import type { VisibilityByStation } from '../../contacts/station-visibility.ts';
import { drawVisibility } from '../draw/draw-circles.ts';
import type { MapPalette } from '../draw/palette.ts';
import { type MapCircle, mapCircle } from '../geometry/circle.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Projector } from '../geometry/projector.ts';

/** Circles within which the ground stations have the satellite in front in view. */
export interface VisibilityLayer {
  readonly container: Container;
  /**
   * @param altitudeKm of the satellite in front; without one nothing is shown
   * @returns whether anything was redrawn
   */
  update(
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
  const ink = new Graphics();
  container.addChild(ink);
  let circles: { readonly radius: number; readonly circles: readonly MapCircle[] } | undefined;
  let drawnFor: readonly unknown[] = [];

  const circlesOf = (radius: number): readonly MapCircle[] => {
    if (circles?.radius !== radius) {
      circles = {
        radius,
        circles: GROUND_STATIONS.map(({ lat, lng }) =>
          mapCircle({ latitude: degrees(lat), longitude: degrees(lng) }, degrees(radius)),
        ),
      };
    }
    return circles.circles;
  };

  return {
    container,
    update(altitudeKm, stationVisibility, satelliteColor, projector) {
      const radius =
        altitudeKm === undefined
          ? undefined
          : Math.round(horizonRadius(altitudeKm, STATION_MASK) / RADIUS_STEP) * RADIUS_STEP;
      const wanted = [radius, stationVisibility, satelliteColor, projector];
      if (wanted.length === drawnFor.length && wanted.every((value, index) => value === drawnFor[index])) {
        return false;
      }
      drawnFor = wanted;
      ink.clear();
      if (radius === undefined) return true;
      circlesOf(radius).forEach((circle, index) => {
        const station = GROUND_STATIONS[index];
        if (!station) return;
        const visibility = stationVisibility[station.id];
        drawVisibility(ink, circle, size, projector, palette, visibility, satelliteColor);
      });
      return true;
    },
    destroy() {
      container.destroy({ children: true });
    },
  };
}
