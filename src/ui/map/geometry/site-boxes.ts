import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import type { Size } from '../../kit/page/size.ts';
import { insidePicture } from './inside-picture.ts';
import { type Box, markerBox } from './label-placement.ts';
import type { Projector } from './projector.ts';

/**
 * Boxes of the markers of places, as far as they are on the picture: names are placed beside them.
 *
 * @param reach half the side of a marker, which is drawn whole
 */
export const siteBoxes = (
  places: readonly GroundPoint[],
  radius: number,
  projector: Projector,
  size: Size,
  reach: number,
): readonly Box[] =>
  places.flatMap(({ latitude, longitude }) => {
    const place = projector.place(longitude, latitude);
    return place.isVisible ? [markerBox({ ...insidePicture(place, size, reach), radius })] : [];
  });
