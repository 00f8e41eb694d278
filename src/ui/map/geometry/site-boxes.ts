import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import type { Size } from '../../kit/page/size.ts';
import { insidePicture } from './inside-picture.ts';
import { type Box, markerBox } from './label-placement.ts';
import type { Projector } from './projector.ts';

/**
 * Returns the boxes of the place markers on the picture; names are placed beside them.
 *
 * @param reach half the side of a marker, which is never cut
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
