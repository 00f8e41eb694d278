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

/**
 * Where the details of an object stand: next to it, within the map as far as they fit there at all, and rather below or
 * above the object than over it.
 */
export function placePanel({ x, y, reach }: Anchor, panel: Size, map: Size): Place {
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
  /** How much of the object is covered. */
  const cover = (place: Place): number =>
    Math.max(0, Math.min(place.x + panel.width, x + reach) - Math.max(place.x, x - reach)) *
    Math.max(0, Math.min(place.y + panel.height, y + reach) - Math.max(place.y, y - reach));
  return places.reduce((best, place) => (cover(place) < cover(best) - 0.01 ? place : best));
}
