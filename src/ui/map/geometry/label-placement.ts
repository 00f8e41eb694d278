import type { Size } from '../../kit/page/size.ts';
import type { Frame } from './frame.ts';

/** A rectangle in the map's pixels; x and y are its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A marker with a label, in the map's pixels. */
export interface LabelledMarker {
  readonly x: number;
  readonly y: number;
  /** Radius kept free of labels. */
  readonly radius: number;
  /**
   * Direction of the track on the map in radians, clockwise from up: labels prefer places beside it. Absent
   * for static markers.
   */
  readonly direction?: number;
  readonly label: Size;
}

/** Positions of a label around its marker, clockwise from the upper right, in steps of 45°. */
export const LABEL_SIDES = [
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;

const OVERLAP_COST = 10;
/** Extra cost by hidden share of an obstacle: if every place is taken, the best one only touches. */
const HIDDEN_COST = 5;
/** Cost of a covered place: more than all of the map's own obstacles together. */
const COVERED_COST = 1000;
/** Cost of moving a label back onto the map. */
const PUSHED_COST = 1;
/** Tolerance in pixels. */
const ROUNDING = 1e-6;
/** Cost of changing sides, against flicker. */
const CHANGE_COST = 0.5;
/** Wall time for which a label keeps its side while everything races, against flashing. */
const SIDE_MS = 500;

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the share of an obstacle that a label would hide. */
function hiddenShare(label: Box, { x, y, width, height }: Box): number {
  const across = Math.min(label.x + label.width, x + width) - Math.max(label.x, x);
  const down = Math.min(label.y + label.height, y + height) - Math.max(label.y, y);
  return (across * down) / Math.max(1, width * height);
}

const squareAround = ({ x, y }: Pick<LabelledMarker, 'x' | 'y'>, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** Returns the box that other labels avoid. */
export const markerBox = (marker: Pick<LabelledMarker, 'x' | 'y' | 'radius'>): Box =>
  squareAround(marker, marker.radius);

function boxAt({ x, y, radius, label }: LabelledMarker, [sx, sy]: (typeof LABEL_SIDES)[number]): Box {
  const reach = sx !== 0 && sy !== 0 ? radius * Math.SQRT1_2 : radius;
  return {
    x: x + sx * reach + ((sx - 1) * label.width) / 2,
    y: y + sy * reach + ((sy - 1) * label.height) / 2,
    width: label.width,
    height: label.height,
  };
}

const trackCost = (direction: number | undefined, [sx, sy]: (typeof LABEL_SIDES)[number]): number =>
  direction === undefined
    ? 0
    : Math.abs((sx * Math.sin(direction) - sy * Math.cos(direction)) / Math.hypot(sx, sy));

const pushInto = (box: Box, plane: Size): Box => ({
  ...box,
  x: Math.max(0, Math.min(box.x, plane.width - box.width)),
  y: Math.max(0, Math.min(box.y, plane.height - box.height)),
});

const isInside = ({ x, y }: LabelledMarker, box: Box): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** Side of a label, and the time since it has been there. */
export interface LabelSide {
  /** Index into `LABEL_SIDES`. */
  readonly side: number;
  /** Monotonic milliseconds. */
  readonly since: number;
}

/** True if a label must keep its side, whatever obstructs it. */
export const isSideKept = (previous: LabelSide | undefined, { time, isRacing }: Frame): boolean =>
  isRacing && previous !== undefined && time - previous.since < SIDE_MS;

/** Returns the side of a label after placement. */
export const sideAfter = (
  previous: LabelSide | undefined,
  { side }: PlacedLabel,
  { time }: Frame,
): LabelSide => (previous?.side === side ? previous : { side, since: time });

export interface PlacedLabel extends Box {
  /** Index into `LABEL_SIDES`, an input of the next frame. */
  readonly side: number;
  /** True if the marker, or every place for its label, is covered. */
  readonly isCovered: boolean;
  /** True if every place for the label is taken by another label or a marker. */
  readonly isCrowded: boolean;
}

/**
 * Finds the best place for one label: inside the plane, clear of every marker and every placed label, beside its track,
 * and where it was before.
 * @param covers covered parts of the plane
 * @param isKept true if it keeps its side
 */
export function placeLabel(
  marker: LabelledMarker,
  plane: Size,
  obstacles: readonly Box[],
  previousSide: number | undefined,
  covers: readonly Box[] = [],
  isKept = false,
): PlacedLabel {
  // Reduced by the rounding error, because a label in a corner touches it.
  const shape = squareAround(marker, marker.radius * Math.SQRT1_2 - ROUNDING);
  const isMarkerCovered = covers.some((cover) => isInside(marker, cover));
  let best: PlacedLabel = {
    ...pushInto(boxAt(marker, LABEL_SIDES[0]), plane),
    side: 0,
    isCovered: isMarkerCovered,
    isCrowded: true,
  };
  let bestCost = Number.POSITIVE_INFINITY;
  LABEL_SIDES.forEach((direction, side) => {
    if (isKept && side !== previousSide) return;
    const wanted = boxAt(marker, direction);
    const box = pushInto(wanted, plane);
    let cost = trackCost(marker.direction, direction);
    if (side !== previousSide) cost += CHANGE_COST;
    if (box.x !== wanted.x || box.y !== wanted.y) cost += PUSHED_COST;
    if (overlaps(box, shape)) cost += OVERLAP_COST + HIDDEN_COST * hiddenShare(box, shape);
    const crowd = obstacles.filter((obstacle) => overlaps(box, obstacle));
    for (const obstacle of crowd) cost += OVERLAP_COST + HIDDEN_COST * hiddenShare(box, obstacle);
    const isCovered = covers.some((cover) => overlaps(box, cover));
    if (isCovered) cost += COVERED_COST;
    if (cost >= bestCost) return;
    bestCost = cost;
    best = { ...box, side, isCovered: isMarkerCovered || isCovered, isCrowded: crowd.length > 0 };
  });
  return best;
}

const isHidden = ({ isCovered, isCrowded }: PlacedLabel): boolean => isCovered || isCrowded;

/**
 * Finds the best places for several labels: clear of every marker, every obstacle and each other. The first one has
 * priority, or the last one if more labels then have a clear place. A label without one takes no space.
 */
export function placeLabels(
  markers: readonly LabelledMarker[],
  plane: Size,
  obstacles: readonly Box[],
  previousSides: readonly (number | undefined)[],
  covers: readonly Box[] = [],
): readonly PlacedLabel[] {
  const placeAll = (order: readonly number[]): readonly PlacedLabel[] => {
    const placed = new Map<number, PlacedLabel>();
    for (const index of order) {
      const marker = markers[index];
      if (!marker) continue;
      const others = markers.filter((other) => other !== marker).map(markerBox);
      const shown = [...placed.values()].filter((label) => !isHidden(label));
      const taken = [...obstacles, ...others, ...shown];
      placed.set(index, placeLabel(marker, plane, taken, previousSides[index], covers));
    }
    return markers.flatMap((_, index) => placed.get(index) ?? []);
  };
  const order = markers.map((_, index) => index);
  const placed = placeAll(order);
  const hiddenCount = placed.filter(isHidden).length;
  if (hiddenCount === 0) return placed;
  const replaced = placeAll(order.toReversed());
  return replaced.filter(isHidden).length < hiddenCount ? replaced : placed;
}

/** A symbol with a name, in the map's pixels. */
export type NamedSymbol = Pick<LabelledMarker, 'x' | 'y' | 'radius' | 'label'>;

/** Directions from a symbol to its name, and the distance in radii. */
const BESIDE = [
  [1, 0, 1],
  [-1, 0, 1],
] as const;
/** Distance beyond a marker under the symbol, as a last resort. */
const BEYOND = 3;
const AROUND = [
  ...BESIDE,
  [0, -1, 1],
  [0, 1, 1],
  [1, 0, BEYOND],
  [-1, 0, BEYOND],
  [0, -1, BEYOND],
  [0, 1, BEYOND],
] as const;

/**
 * Finds a place on whole pixels for a symbol's name: right or left of it or, if `isFlexible`, above, below or somewhat
 * off it; on the plane and clear of taken boxes. `undefined` without one.
 */
export function placeName(
  symbol: NamedSymbol,
  plane: Size,
  isTaken: (box: Box) => boolean,
  isFlexible: boolean,
): Box | undefined {
  const { x, y, radius, label } = symbol;
  for (const [sx, sy, radii] of isFlexible ? AROUND : BESIDE) {
    const box = {
      x: Math.round(x + sx * radii * radius + ((sx - 1) * label.width) / 2),
      y: Math.round(y + sy * radii * radius + ((sy - 1) * label.height) / 2),
      width: label.width,
      height: label.height,
    };
    const isInside =
      box.x >= 0 && box.y >= 0 && box.x + box.width <= plane.width && box.y + box.height <= plane.height;
    if (isInside && !isTaken(box)) return box;
  }
  return undefined;
}
