// Not d3's geoGraticule: 17 lines of 3 to 145 points, with the map's own edges; 16 of two points do here.
import { type Degrees, degrees } from '../../../shared/units.ts';
import { PLANE_HEIGHT, PLANE_WIDTH, type Polyline, toPlaneX, toPlaneY } from './plane.ts';

const STEP = 30;

const range = (from: number, to: number, step: number): readonly Degrees[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => degrees(from + index * step));

/** Meridians and parallels every 30°; both are straight on this map. Without the map's own edges. */
export const graticuleLines: readonly Polyline[] = [
  ...range(-180 + STEP, 180 - STEP, STEP).map((longitude): Polyline => {
    const x = toPlaneX(longitude);
    return [
      [x, 0],
      [x, PLANE_HEIGHT],
    ];
  }),
  ...range(-90 + STEP, 90 - STEP, STEP).map((latitude): Polyline => {
    const y = toPlaneY(latitude);
    return [
      [0, y],
      [PLANE_WIDTH, y],
    ];
  }),
];

export interface DegreeLabel {
  readonly text: string;
  /** Along the label's edge, in plane units. */
  readonly position: number;
}

const nameDegrees = (value: number, positive: string, negative: string): string => {
  if (value === 0 || Math.abs(value) === 180) return `${Math.abs(value)}°`;
  return `${Math.abs(value)}°${value > 0 ? positive : negative}`;
};

/** Longitude labels for the lower edge, every `step` degrees. */
export const longitudeLabels = (step: number): readonly DegreeLabel[] =>
  range(-180 + step, 180 - step, step).map((longitude) => ({
    text: nameDegrees(longitude, 'E', 'W'),
    position: toPlaneX(longitude),
  }));

/** Latitude labels for the left edge. */
export const latitudeLabels: readonly DegreeLabel[] = range(-90 + STEP, 90 - STEP, STEP).map((latitude) => ({
  text: nameDegrees(latitude, 'N', 'S'),
  position: toPlaneY(latitude),
}));
