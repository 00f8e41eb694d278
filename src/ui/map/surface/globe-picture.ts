import {
  AIR_FROM,
  colourAt,
  createPlaces,
  type EarthView,
  findPlace,
  ONE_PIXEL,
  OPAQUE,
  type Places,
  prepareSampling,
  type Sampling,
  throughAir,
  type WholeEarth,
} from './earth-sampling.ts';

/** Every sixteenth place of a row is computed; those between are too unless they lie on a straight line. */
const SPAN = 16;
/**
 * Maximum distance from that line, in parts of a pixel of the Earth's picture; halfway to the next place it is a
 * quarter.
 */
const MOST_BEND = ONE_PIXEL;

interface Globe {
  readonly radius: number;
  readonly sampling: Sampling;
}

function findGlobePlace(places: Places, { radius, sampling }: Globe, rowNorth: number, column: number): void {
  let east = (column + 0.5 - radius) / radius;
  let north = rowNorth;
  const squared = east * east + north * north;
  if (squared > 1) {
    const distance = Math.sqrt(squared);
    east /= distance;
    north /= distance;
  }
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  findPlace(places, column, sampling, east, north, up);
}

function interpolate({ across, down }: Places, start: number, end: number): void {
  const share = 1 / (end - start);
  let x = across[start] as number;
  let y = down[start] as number;
  const stepX = ((across[end] as number) - x) * share;
  const stepY = ((down[end] as number) - y) * share;
  for (let column = start + 1; column < end; column++) {
    x += stepX;
    y += stepY;
    across[column] = x;
    down[column] = y;
  }
}

function bendOf(values: Int32Array, start: number, middle: number, end: number, share: number): number {
  const from = values[start] as number;
  return Math.abs((values[middle] as number) - from - ((values[end] as number) - from) * share);
}

/** Finds the places between two known ones. */
function fillBetween(places: Places, globe: Globe, rowNorth: number, start: number, end: number): void {
  if (end - start < 2) return;
  const { across, down } = places;
  const middle = (start + end) >> 1;
  const share = (middle - start) / (end - start);
  findGlobePlace(places, globe, rowNorth, middle);
  const isStraight =
    bendOf(across, start, middle, end, share) < MOST_BEND &&
    bendOf(down, start, middle, end, share) < MOST_BEND;
  if (isStraight) {
    interpolate(places, start, middle);
    interpolate(places, middle, end);
  } else {
    fillBetween(places, globe, rowNorth, start, middle);
    fillBetween(places, globe, rowNorth, middle, end);
  }
}

function findPlaces(places: Places, globe: Globe, rowNorth: number, first: number, last: number): void {
  findGlobePlace(places, globe, rowNorth, first);
  for (let start = first; start < last; start += SPAN) {
    const end = Math.min(start + SPAN, last);
    findGlobePlace(places, globe, rowNorth, end);
    fillBetween(places, globe, rowNorth, start, end);
  }
}

/** Returns a pixel near the limb, seen through the air. */
function limbPixel(colour: number, globe: Globe, column: number, north: number): number {
  const { radius } = globe;
  const east = (column + 0.5 - radius) / radius;
  const squared = east * east + north * north;
  const cover = Math.min(1, radius + 0.5 - Math.sqrt(squared) * radius);
  if (cover <= 0) return 0;
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  const depth = Math.max(0, 1 - up / AIR_FROM);
  return throughAir(colour, depth, globe.sampling, east, north, up, cover);
}

/**
 * Draws rows `from` to `to` (exclusive) of the Earth seen from infinity (orthographic projection, north up) into a
 * square of `diameter` pixels: RGBA words, transparent outside, smooth at the limb. Rows are independent of each other.
 */
export function drawGlobeRows(
  target: Uint32Array,
  diameter: number,
  earth: WholeEarth,
  view: EarthView,
  from: number,
  to: number,
): void {
  const radius = diameter / 2;
  const globe = { radius, sampling: prepareSampling(earth, view) };
  const places = createPlaces(diameter);
  const { across, down } = places;
  for (let row = from; row < to; row++) {
    const line = row * diameter;
    target.fill(0, line, line + diameter);
    const north = (radius - row - 0.5) / radius;
    const halfChord = Math.sqrt(Math.max(0, (radius + 0.5) ** 2 - (north * radius) ** 2));
    const first = Math.max(0, Math.floor(radius - halfChord));
    const last = Math.min(diameter - 1, Math.ceil(radius + halfChord));
    findPlaces(places, globe, north, first, last);
    const clearHalf = Math.sqrt(Math.max(0, 1 - AIR_FROM * AIR_FROM - north * north)) * radius;
    const clearFrom = Math.ceil(radius - clearHalf);
    const clearTo = Math.floor(radius + clearHalf);
    for (let column = first; column <= last; column++) {
      const colour = colourAt(earth, across[column] as number, down[column] as number);
      const isClear = column >= clearFrom && column < clearTo;
      target[line + column] = isClear ? OPAQUE | colour : limbPixel(colour, globe, column, north);
    }
  }
}
