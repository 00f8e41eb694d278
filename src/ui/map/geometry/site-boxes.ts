import { type Box, markerBox } from './label-placement.ts';
import type { Projector } from './projector.ts';

/** A place on the ground, in degrees. */
interface MapSite {
  readonly lat: number;
  readonly lng: number;
}

/** Boxes of the markers of places, as far as they are on the picture: names are placed beside them. */
export const siteBoxes = (sites: readonly MapSite[], radius: number, projector: Projector): readonly Box[] =>
  sites.flatMap(({ lat, lng }) => {
    const { x, y, isVisible } = projector.place(lng, lat);
    return isVisible ? [markerBox({ x, y, radius })] : [];
  });
