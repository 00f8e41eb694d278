import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { type Degrees, toRadians } from '../../../shared/units.ts';

/** A picture of the whole Earth in the equirectangular projection, as RGBA words in the memory order of `ImageData`. */
export interface WholeEarth {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

export interface GlobeView {
  /** Place in the middle of the globe. */
  readonly centre: { readonly latitude: Degrees; readonly longitude: Degrees };
  /** The air at the limb shines where it is day. */
  readonly sun: SubsolarPoint;
}

/** Share of its light that the ground keeps at the limb. */
const LIMB_LIGHT = 0.62;
/** Light of the air at the limb of the day side, and what remains of it at night. */
const AIR = [46, 92, 148] as const;
const AIR_AT_NIGHT = 0.14;
/** The air and the darkening begin at this cosine of the angle from the middle. */
const AIR_FROM = 0.55;

/** Two channels of a word, with room between them. */
const RED_BLUE = 0xff | (0xff << 16);

/** Places in the picture are counted in 128ths of a pixel: two channels at once, times a share, fit a signed word. */
const FRACTION_BITS = 7;
const ONE_PIXEL = 1 << FRACTION_BITS;
const FRACTION = ONE_PIXEL - 1;

/**
 * Of a row, only every eighth place is computed, and the others are interpolated: except near the limb, the poles and the
 * picture's edge, and on small globes.
 */
const SPAN = 8;
const SPAN_FROM_RADIUS = 200;
const SMOOTH_UP = 0.4;
const SMOOTH_POLAR = 0.95;
const SMOOTH_STEP = 32 * ONE_PIXEL;

/** Math.atan2 within 0.0006°, a hundredth of a pixel of the picture, in a third of its time. */
function angleOf(y: number, x: number): number {
  const ax = x < 0 ? -x : x;
  const ay = y < 0 ? -y : y;
  const isFlat = ay <= ax;
  const t = isFlat ? ay / (ax + 1e-300) : ax / ay;
  const s = t * t;
  const angle =
    t *
    (0.99997726 +
      s * (-0.33262347 + s * (0.19354346 + s * (-0.11643287 + s * (0.05265332 - s * 0.0117212)))));
  const first = isFlat ? angle : Math.PI / 2 - angle;
  const upper = x < 0 ? Math.PI - first : first;
  return y < 0 ? -upper : upper;
}

/** Math.acos within 0.004° (Abramowitz and Stegun 4.4.45). */
function arcCosine(value: number): number {
  const x = value < 0 ? -value : value;
  const angle =
    Math.sqrt(x > 1 ? 0 : 1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.074261 - x * 0.0187293)));
  return value < 0 ? Math.PI - angle : angle;
}

/** What the rows of a globe have in common. */
function prepareGlobe(diameter: number, { width, height }: WholeEarth, { centre, sun }: GlobeView) {
  const [latitude, longitude] = [toRadians(centre.latitude), toRadians(centre.longitude)];
  const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
  const [hourAngle, declination] = [toRadians(sun.longitude) - longitude, toRadians(sun.latitude)];
  const turn = width * ONE_PIXEL;
  return {
    radius: diameter / 2,
    sine,
    cosine,
    turn,
    /** Place in the picture below the middle of the globe, plus a turn. The first pixel's centre is at 0. */
    middle: ((longitude / (2 * Math.PI)) * width + width / 2 - 0.5) * ONE_PIXEL + turn,
    acrossPerRadian: turn / (2 * Math.PI),
    downPerRadian: (height * ONE_PIXEL) / Math.PI,
    lowest: (height - 1) * ONE_PIXEL,
    sunEast: Math.cos(declination) * Math.sin(hourAngle),
    sunNorth: Math.sin(declination) * cosine - Math.cos(declination) * Math.cos(hourAngle) * sine,
    sunUp: Math.sin(declination) * sine + Math.cos(declination) * Math.cos(hourAngle) * cosine,
  };
}

type Globe = ReturnType<typeof prepareGlobe>;

/** Place in the picture of each pixel of a row of the globe. */
interface Places {
  readonly across: Int32Array;
  readonly down: Int32Array;
}

/** Computes one place. Returns whether those beside it follow smoothly. */
function findPlace({ across, down }: Places, globe: Globe, rowNorth: number, column: number): boolean {
  const { radius, sine, cosine } = globe;
  let east = (column + 0.5 - radius) / radius;
  let north = rowNorth;
  const squared = east * east + north * north;
  if (squared > 1) {
    const distance = Math.sqrt(squared);
    east /= distance;
    north /= distance;
  }
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  const polar = up * sine + north * cosine;
  const x = globe.middle + angleOf(east, up * cosine - north * sine) * globe.acrossPerRadian;
  const y = arcCosine(polar) * globe.downPerRadian - ONE_PIXEL / 2;
  across[column] = x < globe.turn ? x : x < 2 * globe.turn ? x - globe.turn : x - 2 * globe.turn;
  down[column] = y < 0 ? 0 : y > globe.lowest ? globe.lowest : y;
  return up > SMOOTH_UP && polar < SMOOTH_POLAR && polar > -SMOOTH_POLAR;
}

function findPlaces(places: Places, globe: Globe, rowNorth: number, first: number, last: number): void {
  const { across, down } = places;
  const span = globe.radius < SPAN_FROM_RADIUS ? 1 : SPAN;
  let wasSmooth = findPlace(places, globe, rowNorth, first);
  for (let start = first; start < last; ) {
    const end = Math.min(start + span, last);
    const isSmooth = findPlace(places, globe, rowNorth, end);
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
      for (let column = start + 1; column < end; column++) findPlace(places, globe, rowNorth, column);
    }
    wasSmooth = isSmooth;
    start = end;
  }
}

/** `a` to `b` by a share in 128ths, for each channel of a mask with gaps. */
const blend = (a: number, b: number, share: number, mask: number): number => {
  const from = a & mask;
  return (from + (Math.imul((b & mask) - from, share) >> FRACTION_BITS)) & mask;
};

/** Colour of the picture between its pixels, without the opacity. */
function colourAt({ width, height, pixels }: WholeEarth, across: number, down: number): number {
  const left = across >> FRACTION_BITS;
  const top = down >> FRACTION_BITS;
  const right = left + 1 === width ? 0 : left + 1;
  const upper = Math.imul(top, width);
  const lower = top + 1 === height ? upper : upper + width;
  const a = pixels[upper + left] as number;
  const b = pixels[upper + right] as number;
  const c = pixels[lower + left] as number;
  const d = pixels[lower + right] as number;
  const toRight = across & FRACTION;
  const toLower = down & FRACTION;
  const redBlue = blend(blend(a, b, toRight, RED_BLUE), blend(c, d, toRight, RED_BLUE), toLower, RED_BLUE);
  const green = blend(blend(a, b, toRight, 0xff00), blend(c, d, toRight, 0xff00), toLower, 0xff00);
  return redBlue | green;
}

const OPAQUE = 0xff000000;

const byte = (value: number): number => (value > 255 ? 255 : value | 0);

/** A pixel near the limb, seen through the air. */
function limbPixel(colour: number, globe: Globe, column: number, north: number): number {
  const { radius } = globe;
  const east = (column + 0.5 - radius) / radius;
  const squared = east * east + north * north;
  const cover = radius + 0.5 - Math.sqrt(squared) * radius;
  if (cover <= 0) return 0;
  const up = squared > 1 ? 0 : Math.sqrt(1 - squared);
  const depth = Math.max(0, 1 - up / AIR_FROM);
  const darkening = 1 - (1 - LIMB_LIGHT) * depth * depth;
  const daylight = (east * globe.sunEast + north * globe.sunNorth + up * globe.sunUp) * 2.5 + 0.4;
  const air = depth * depth * depth * Math.min(1, Math.max(AIR_AT_NIGHT, daylight));
  return (
    byte((colour & 255) * darkening + AIR[0] * air) |
    (byte(((colour >> 8) & 255) * darkening + AIR[1] * air) << 8) |
    (byte((colour >> 16) * darkening + AIR[2] * air) << 16) |
    (byte(255 * cover) << 24)
  );
}

/**
 * Draws rows `from` to `to` (exclusive) of the Earth seen from infinitely far (orthographic projection, north up) into a
 * square of `diameter` pixels: RGBA words, transparent outside, smooth at the limb. Rows do not depend on each other.
 */
export function drawGlobeRows(
  target: Uint32Array,
  diameter: number,
  earth: WholeEarth,
  view: GlobeView,
  from: number,
  to: number,
): void {
  const globe = prepareGlobe(diameter, earth, view);
  const { radius } = globe;
  const places = { across: new Int32Array(diameter), down: new Int32Array(diameter) };
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
