import { insidePicture } from './inside-picture.ts';
import { type Box, markerBox, type Size } from './label-placement.ts';
import type { Projector } from './projector.ts';

/** A place on the ground, in degrees. */
export interface MapSite {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Boxes of the markers of places, as far as they are on the picture: names are placed beside them.
 *
 * @param reach half the side of a marker, which is drawn whole
 */
export const siteBoxes = (
  sites: readonly MapSite[],
  radius: number,
  projector: Projector,
  size: Size,
  reach: number,
): readonly Box[] =>
  sites.flatMap(({ lat, lng }) => {
    const place = projector.place(lng, lat);
    return place.isVisible ? [markerBox({ ...insidePicture(place, size, reach), radius })] : [];
  });
