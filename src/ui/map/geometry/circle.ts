import { geoCircle } from 'd3-geo';
import type { Degrees } from '../../../shared/kit/units.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import type { Shape } from './projector.ts';

export interface MapCircle {
  readonly area: Shape;
  /** The circle alone, to stroke, without seams along the edges of the picture. */
  readonly outline: Shape;
}

/** Returns all places within a geocentric angle of 0 to 90 of a place. */
export function mapCircle({ latitude, longitude }: GroundPoint, radius: Degrees): MapCircle {
  const area = geoCircle().center([longitude, latitude]).radius(radius).precision(2)();
  const [coordinates = []] = area.coordinates;
  return { area, outline: { type: 'LineString', coordinates } };
}
