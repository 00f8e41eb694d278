import type { Size } from '../../kit/page/size.ts';
import type { Box } from './label-placement.ts';

/** Centre of an object on the map, and half the side of its hit area. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Returns the overlap of a span with the interval of half-width `reach` around a centre. */
const overlap = (start: number, length: number, middle: number, reach: number): number =>
  Math.max(0, Math.min(start + length, middle + reach) - Math.max(start, middle - reach));

/** Covering the described object is worse than covering any number of others. */
const OWN_WEIGHT = 100;
/** Elements that cover the map would hide part of the details. */
const COVER_WEIGHT = 10;

/**
 * Places an object's details next to it, inside the map as far as possible, and preferably below or above. Among these
 * it covers as little of other objects as possible, and avoids elements that cover the map if there is space below
 * them.
 */
export function placePanel(
  { x, y, reach }: Anchor,
  panel: Size,
  map: Size,
  others: readonly Anchor[] = [],
  covers: readonly Box[] = [],
): PixelPoint {
  const right: PixelPoint = { x: x + reach, y: y - panel.height / 2 };
  const left: PixelPoint = { x: x - reach - panel.width, y: y - panel.height / 2 };
  const below: PixelPoint = { x: x - panel.width / 2, y: y + reach };
  const above: PixelPoint = { x: x - panel.width / 2, y: y - reach - panel.height };
  const beside = [
    ...(x < map.width / 2 ? [right, left] : [left, right]),
    ...(y < map.height / 2 ? [below, above] : [above, below]),
  ];
  const places = [
    ...beside,
    ...covers.flatMap((cover) => beside.map((place) => ({ ...place, y: cover.y + cover.height }))),
  ].map((place) => ({
    x: clamp(place.x, map.width - panel.width),
    y: clamp(place.y, map.height - panel.height),
  }));
  /** Returns the covered area of an object. */
  const coverOf = (place: PixelPoint, object: Anchor): number =>
    overlap(place.x, panel.width, object.x, object.reach) *
    overlap(place.y, panel.height, object.y, object.reach);
  const meetsOf = (place: PixelPoint, cover: Box): number =>
    overlap(place.x, panel.width, cover.x + cover.width / 2, cover.width / 2) *
    overlap(place.y, panel.height, cover.y + cover.height / 2, cover.height / 2);
  const cost = (place: PixelPoint): number =>
    OWN_WEIGHT * coverOf(place, { x, y, reach }) +
    covers.reduce((sum, cover) => sum + COVER_WEIGHT * meetsOf(place, cover), 0) +
    others.reduce((sum, other) => sum + coverOf(place, other), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) - 0.01 ? place : best));
}
