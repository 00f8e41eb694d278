import { toRadians } from '../../../shared/kit/units.ts';
import type { GroundPoint } from '../../../shared/orbit/frames.ts';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';

/** A picture of the whole Earth in the equirectangular projection, as RGBA words in the memory order of `ImageData`. */
export interface WholeEarth {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** Perspective from which the Earth is seen. */
export interface EarthView {
  /** Place that faces the viewer. */
  readonly centre: GroundPoint;
  /** Position of the Sun: the air at the limb shines on the day side. */
  readonly sun: SubsolarPoint;
}

/** Share of light that the ground keeps at the limb. */
const LIMB_LIGHT = 0.62;
/** Light of the air at the limb of the day side, and its share at night. */
const AIR = [46, 92, 148] as const;
const AIR_AT_NIGHT = 0.14;
/** Cosine of the angle from the middle at which air and darkening begin. */
export const AIR_FROM = 0.55;

/** Mask of two channels of a word, with space between them. */
const RED_BLUE = 0xff | (0xff << 16);
export const OPAQUE = 0xff000000;

/** Places in the picture are in 128ths of a pixel, so that two channels times a share fit a signed word. */
const FRACTION_BITS = 7;
export const ONE_PIXEL = 1 << FRACTION_BITS;
const FRACTION = ONE_PIXEL - 1;

/** Approximates Math.atan2 within 0.0006°, a hundredth of a pixel of the picture, in a third of its time. */
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

/** Approximates Math.acos within 0.004° (Abramowitz and Stegun 4.4.45). */
function arcCosine(value: number): number {
  const x = value < 0 ? -value : value;
  const angle =
    Math.sqrt(x > 1 ? 0 : 1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.074261 - x * 0.0187293)));
  return value < 0 ? Math.PI - angle : angle;
}

/** Prepares values common to all pixels of a picture in a view. */
export function prepareSampling({ width, height }: WholeEarth, { centre, sun }: EarthView) {
  const [latitude, longitude] = [toRadians(centre.latitude), toRadians(centre.longitude)];
  const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
  const [hourAngle, declination] = [toRadians(sun.longitude) - longitude, toRadians(sun.latitude)];
  const turn = width * ONE_PIXEL;
  return {
    sine,
    cosine,
    turn,
    /** Place of the centre in the picture, plus a turn. The first pixel's centre is at 0. */
    middle: ((longitude / (2 * Math.PI)) * width + width / 2 - 0.5) * ONE_PIXEL + turn,
    acrossPerRadian: turn / (2 * Math.PI),
    downPerRadian: (height * ONE_PIXEL) / Math.PI,
    lowest: (height - 1) * ONE_PIXEL,
    sunEast: Math.cos(declination) * Math.sin(hourAngle),
    sunNorth: Math.sin(declination) * cosine - Math.cos(declination) * Math.cos(hourAngle) * sine,
    sunUp: Math.sin(declination) * sine + Math.cos(declination) * Math.cos(hourAngle) * cosine,
  };
}

export type Sampling = ReturnType<typeof prepareSampling>;

/** Places in the picture, indexed by the pixels that show them. */
export interface Places {
  readonly across: Int32Array;
  readonly down: Int32Array;
}

export const createPlaces = (count: number): Places => ({
  across: new Int32Array(count),
  down: new Int32Array(count),
});

/** Finds the place in a direction from the Earth's centre: right, up and towards the viewer. */
export function findPlace(
  { across, down }: Places,
  index: number,
  { sine, cosine, middle, turn, lowest, acrossPerRadian, downPerRadian }: Sampling,
  east: number,
  north: number,
  up: number,
): void {
  const x = middle + angleOf(east, up * cosine - north * sine) * acrossPerRadian;
  const y = arcCosine(up * sine + north * cosine) * downPerRadian - ONE_PIXEL / 2;
  across[index] = x < turn ? x : x < 2 * turn ? x - turn : x - 2 * turn;
  down[index] = y < 0 ? 0 : y > lowest ? lowest : y;
}

/** Blends `a` with `b` by a share in 128ths, for each channel of a mask with gaps. */
const blend = (a: number, b: number, share: number, mask: number): number => {
  const from = a & mask;
  return (from + (Math.imul((b & mask) - from, share) >> FRACTION_BITS)) & mask;
};

/** Returns the interpolated colour of the picture, without opacity. */
export function colourAt({ width, height, pixels }: WholeEarth, across: number, down: number): number {
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

const byte = (value: number): number => (value > 255 ? 255 : value | 0);

/**
 * Returns a colour as seen through the air.
 * @param depth of the air, from 0 to 1 at the limb
 * @param cover share of the pixel that the Earth covers
 */
export function throughAir(
  colour: number,
  depth: number,
  { sunEast, sunNorth, sunUp }: Sampling,
  east: number,
  north: number,
  up: number,
  cover: number,
): number {
  const darkening = 1 - (1 - LIMB_LIGHT) * depth * depth;
  const daylight = (east * sunEast + north * sunNorth + up * sunUp) * 2.5 + 0.4;
  const air = depth * depth * depth * Math.min(1, Math.max(AIR_AT_NIGHT, daylight));
  return (
    byte((colour & 255) * darkening + AIR[0] * air) |
    (byte(((colour >> 8) & 255) * darkening + AIR[1] * air) << 8) |
    (byte((colour >> 16) * darkening + AIR[2] * air) << 16) |
    (byte(255 * cover) << 24)
  );
}
