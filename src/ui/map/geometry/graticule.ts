// Not d3's geoGraticule: it always includes the meridian at the plane's edge.

import { degrees, toRadians } from '../../../shared/kit/units.ts';
import type { Position, Shape } from './projector.ts';
import { type MapView, type PictureSize, scaleOf } from './view.ts';

const STEPS = [30, 15, 10, 5, 2] as const;
/** Minimum distance of neighbouring lines: an eighteenth of the picture's width. */
const MOST_LINES = 18;
/** Distance of the points along a line, in degrees: close enough for the curves of a globe. */
const POINT_STEP = 3;

const range = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) => from + index * step);

/** Returns the distance of meridians and parallels in degrees: 30 for the whole plane, less where enlarged. */
export function graticuleStep(view: MapView, size: PictureSize): number {
  const perDegree = scaleOf(view, size) * toRadians(degrees(1));
  return STEPS.findLast((step) => step * perDegree * MOST_LINES >= size.width) ?? STEPS[0];
}

/** Returns meridians and parallels, without the edges of an unturned plane. */
export function graticule(view: MapView, step: number): Shape {
  const isUnturned = view.globe === 0 && view.longitude === 0;
  const meridians = range(isUnturned ? -180 + step : -180, 180 - step, step);
  const parallels = range(-90 + step, 90 - step, step);
  const top = 90 - (step < 15 ? step : 0);
  return {
    type: 'MultiLineString',
    coordinates: [
      ...meridians.map((longitude) =>
        range(-top, top, POINT_STEP).map((latitude): [...Position] => [longitude, latitude]),
      ),
      ...parallels.map((latitude) =>
        range(-180, 180, POINT_STEP).map((longitude): [...Position] => [longitude, latitude]),
      ),
    ],
  };
}

export interface DegreeLabel {
  readonly text: string;
  /** Longitude or latitude. */
  readonly value: number;
}

const nameDegrees = (value: number, positive: string, negative: string): string => {
  if (value === 0 || Math.abs(value) === 180) return `${Math.abs(value)}°`;
  return `${Math.abs(value)}°${value > 0 ? positive : negative}`;
};

export const longitudeLabels = (step: number): readonly DegreeLabel[] =>
  range(-180 + step, 180, step).map((value) => ({ text: nameDegrees(value, 'E', 'W'), value }));

export const latitudeLabels = (step: number): readonly DegreeLabel[] =>
  range(-90 + step, 90 - step, step).map((value) => ({ text: nameDegrees(value, 'N', 'S'), value }));
