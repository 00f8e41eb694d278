import { geoCircle } from 'd3-geo';
import type { Degrees } from '../../../shared/units.ts';
import { type Polyline, projectShape } from './plane.ts';

/** A spherical circle projected to the plane. */
export interface MapCircle {
  /** Closed rings, to fill: over a pole, a band closed along the map's edge. */
  readonly areas: readonly Polyline[];
  /** The circle alone, to stroke: without the seams along the map's edges. */
  readonly outline: readonly Polyline[];
}

interface Place {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
}

/** All places within a geocentric angle of 0 to 90 of a place. */
export function mapCircle({ latitude, longitude }: Place, radius: Degrees): MapCircle {
  const polygon = geoCircle().center([longitude, latitude]).radius(radius).precision(2)();
  const [coordinates = []] = polygon.coordinates;
  return { areas: projectShape(polygon), outline: projectShape({ type: 'LineString', coordinates }) };
}
