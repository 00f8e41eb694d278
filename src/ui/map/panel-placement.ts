import type { Size } from './label-placement.ts';

/** An object of the map: its middle, and half the side of what can be pointed at. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** How much of a span lies on what reaches so far around a middle. */
const overlap = (start: number, length: number, middle: number, reach: number): number =>
  Math.max(0, Math.min(start + length, middle + reach) - Math.max(start, middle - reach));

/** To cover the object that is told of is worse than to cover any number of others. */
const OWN_WEIGHT = 100;

/**
 * Where the details of an object stand: next to it, within the map as far as they fit there at all, and rather below or
 * above the object than over it. Where it has a choice, it covers as little of the map's other objects as possible.
 */
export function placePanel(
  { x, y, reach }: Anchor,
  panel: Size,
  map: Size,
  others: readonly Anchor[] = [],
): Place {
  const right: Place = { x: x + reach, y: y - panel.height / 2 };
  const left: Place = { x: x - reach - panel.width, y: y - panel.height / 2 };
  const below: Place = { x: x - panel.width / 2, y: y + reach };
  const above: Place = { x: x - panel.width / 2, y: y - reach - panel.height };
  const places = [
    ...(x < map.width / 2 ? [right, left] : [left, right]),
    ...(y < map.height / 2 ? [below, above] : [above, below]),
  ].map((place) => ({
    x: clamp(place.x, map.width - panel.width),
    y: clamp(place.y, map.height - panel.height),
  }));
  /** How much of an object is covered. */
  const coverOf = (place: Place, object: Anchor): number =>
    overlap(place.x, panel.width, object.x, object.reach) *
    overlap(place.y, panel.height, object.y, object.reach);
  const cost = (place: Place): number =>
    OWN_WEIGHT * coverOf(place, { x, y, reach }) +
    others.reduce((sum, other) => sum + coverOf(place, other), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) - 0.01 ? place : best));
}
