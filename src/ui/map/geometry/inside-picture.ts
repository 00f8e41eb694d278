import type { Size } from '../../kit/page/size.ts';

/** Half the side of a ground symbol with its ring, in CSS pixels. */
export const SYMBOL_REACH_CSS_PX = 8;

/** Moves a place so that a symbol of half-width `reach` is not cut, at the poles and on the date line. */
export const insidePicture = <Place extends { readonly x: number; readonly y: number }>(
  place: Place,
  { width, height }: Size,
  reach: number,
): Place => ({
  ...place,
  x: Math.max(reach, Math.min(place.x, width - reach)),
  y: Math.max(reach, Math.min(place.y, height - reach)),
});
