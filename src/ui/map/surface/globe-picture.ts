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

/**
 * Of a row, only every eighth place is computed, and the others are interpolated: except near the limb, the poles and the
 * picture's edge, and on small globes.
 */
const SPAN = 8;
const SPAN_FROM_RADIUS = 200;
const SMOOTH_UP = 0.4;
const SMOOTH_POLAR = 0.95;
const SMOOTH_STEP = 32 * ONE_PIXEL;

interface Globe {
  readonly radius: number;
  readonly sampling: Sampling;
}

/** Computes one place. Returns whether those beside it follow smoothly. */
function findGlobePlace(places: Places, globe: Globe, rowNorth: number, column: number): boolean {
  const { radius, sampling } = globe;
  let east = (column + 0.5 - radius) / radius;
  let north = rowNorth;
  const squared = east * east + north * north;
  if (squared > 1) {
    const distance = Math.sqrt(squared);
    east /= distance;
    north /= distance;
  }
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  const polar = findPlace(places, column, sampling, east, north, up);
  return up > SMOOTH_UP && polar < SMOOTH_POLAR && polar > -SMOOTH_POLAR;
}

function findPlaces(places: Places, globe: Globe, rowNorth: number, first: number, last: number): void {
  const { across, down } = places;
  const span = globe.radius < SPAN_FROM_RADIUS ? 1 : SPAN;
  let wasSmooth = findGlobePlace(places, globe, rowNorth, first);
  for (let start = first; start < last; ) {
    const end = Math.min(start + span, last);
    const isSmooth = findGlobePlace(places, globe, rowNorth, end);
    const x = across[start] as number;
    const y = down[start] as number;
    const dx = (across[end] as number) - x;
    const dy = (down[end] as number) - y;
    if (wasSmooth && isSmooth && dx < SMOOTH_STEP && dx > -SMOOTH_STEP) {
      const share = 1 / (end - start);
      for (let column = start + 1; column < end; column++) {
        const part = (column - start) * share;
        across[column] = x + dx * part;
        down[column] = y + dy * part;
      }
    } else {
      for (let column = start + 1; column < end; column++) findGlobePlace(places, globe, rowNorth, column);
    }
    wasSmooth = isSmooth;
    start = end;
  }
}

/** A pixel near the limb, seen through the air. */
function limbPixel(colour: number, globe: Globe, column: number, north: number): number {
  const { radius } = globe;
  const east = (column + 0.5 - radius) / radius;
  const squared = east * east + north * north;
  const cover = Math.min(1, radius + 0.5 - Math.sqrt(squared) * radius);
  if (cover <= 0) return 0;
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  const depth = Math.max(0, 1 - up / AIR_FROM);
  return throughAir(colour, depth, globe.sampling, east, north, up, 1, cover);
}

/**
 * Draws rows `from` to `to` (exclusive) of the Earth seen from infinitely far (orthographic projection, north up) into a
 * square of `diameter` pixels: RGBA words, transparent outside, smooth at the limb. Rows do not depend on each other.
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
