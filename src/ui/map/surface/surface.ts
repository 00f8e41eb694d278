import { type Degrees, type Radians, toDegrees, toRadians } from '../../../shared/kit/units.ts';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { LIGHT_RANGE, lightAt } from './light.ts';

/** Picture of the whole Earth in the equirectangular projection, from 180° W and 90° N. */
export interface SurfacePicture {
  readonly width: number;
  readonly height: number;
  /**
   * Red, green and blue of the day side, brighter than shown by `EXPOSURE`, and the strength of the city lights in
   * place of the opacity.
   */
  readonly texels: Uint32Array;
}

/**
 * The day picture is stored brighter than shown by this factor, which preserves dark tones
 * (scripts/earth-pictures.mjs).
 */
export const EXPOSURE = 1.6;

/** Returns the colour of a city light by its strength from 0 to 1: amber if faint, warm white if bright. */
export const cityColour = (strength: number): readonly [number, number, number] => [
  168 * strength,
  (116 + 28 * strength) * strength,
  (66 + 46 * strength) * strength,
];

/** Colours are computed in fixed point and dithered, so that the dark, wide gradients show no bands. */
const ONE = 1 << 16;
/** Ordered dither of 8 × 8 thresholds (Bayer), by bits of the column and of column ^ row. */
const DITHER = Int32Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3];
  const bit = (value: number, index: number): number => (value >> index) & 1;
  let rank = 0;
  for (let index = 0; index < 3; index++) {
    rank += ((bit(x ^ y, index) << 1) | bit(y, index)) << (2 * (2 - index));
  }
  return (rank + 0.5) * (ONE / 64);
});

/** Light by the sine of the Sun's altitude, eight numbers per step: factors, glow, cities. */
const STEPS = 1024;
const LAST_STEP = STEPS - 1;
const STRIDE_BITS = 3;
const [LOWEST, HIGHEST] = [Math.sin(toRadians(LIGHT_RANGE.from)), Math.sin(toRadians(LIGHT_RANGE.to))];
const STEPS_PER_UNIT = (STEPS - 1) / (HIGHEST - LOWEST);

const LIGHT = new Int32Array(STEPS << STRIDE_BITS);
for (let step = 0; step < STEPS; step++) {
  const altitude = toDegrees(Math.asin(LOWEST + step / STEPS_PER_UNIT) as Radians);
  const { factor, glow, cities } = lightAt(altitude);
  LIGHT.set(
    [
      ...factor.map((value) => Math.round((value * ONE) / EXPOSURE)),
      ...glow.map((value) => Math.round(value * ONE)),
      Math.round(cities * 256),
    ],
    step << STRIDE_BITS,
  );
}

const CITY = Int32Array.from({ length: 256 * 4 }, (_, i) => {
  const channel = i & 3;
  return Math.round(((cityColour((i >> 2) / 255)[channel] ?? 0) * ONE) / 256);
});

/** Returns the cosines of the hour angles of the pixels' centres. */
function hourCosines(width: number, sunLongitude: Degrees): Float64Array {
  const cosines = new Float64Array(width);
  const [turn, start] = [(2 * Math.PI) / width, Math.PI / width - Math.PI - toRadians(sunLongitude)];
  for (let x = 0; x < width; x++) cosines[x] = Math.cos(start + x * turn);
  return cosines;
}

/** Sunlight along a row of the picture. */
interface RowLight {
  /** Position on the scale of `LIGHT`: `base + swing × cosine of the hour angle`. */
  readonly base: number;
  readonly swing: number;
}

function lightAlong({ latitude: declination }: SubsolarPoint, latitude: number): RowLight {
  const sun = toRadians(declination);
  return {
    base: (Math.sin(latitude) * Math.sin(sun) - LOWEST) * STEPS_PER_UNIT + 0.5,
    swing: Math.cos(latitude) * Math.cos(sun) * STEPS_PER_UNIT,
  };
}

/** Pixels that are skipped together if unchanged. */
const BLOCK = 16;

/** Returns the light of a block of pixels from its ends: 1 in full day, -1 in full night, 0 if mixed or in between. */
function blockLight(
  { base, swing }: RowLight,
  cosines: Float64Array,
  first: number,
  last: number,
): -1 | 0 | 1 {
  const a = base + swing * (cosines[first] as number);
  const b = base + swing * (cosines[last] as number);
  // A cosine deviates from its chord by at most an eighth of the square of the angle.
  const margin = (swing * ((last - first) * ((2 * Math.PI) / cosines.length)) ** 2) / 8;
  if (a < -margin && b < -margin) return -1;
  return a > STEPS + margin && b > STEPS + margin ? 1 : 0;
}

/**
 * Lights rows `from` to `to` (exclusive) of the picture for a position of the Sun, as RGBA words in the memory order of
 * `ImageData`. Rows are independent of each other.
 * @param earlier position for which the rows of `target` were lit before: full day and full night, two thirds of the
 * Earth, are skipped
 */
export function lightRows(
  target: Uint32Array,
  { width, height, texels }: SurfacePicture,
  sun: SubsolarPoint,
  from: number,
  to: number,
  earlier?: SubsolarPoint,
): void {
  const cosines = hourCosines(width, sun.longitude);
  const earlierCosines = earlier && hourCosines(width, earlier.longitude);
  for (let y = from; y < to; y++) {
    const latitude = Math.PI * (0.5 - (y + 0.5) / height);
    const light = lightAlong(sun, latitude);
    const { base, swing } = light;
    const earlierLight = earlier && lightAlong(earlier, latitude);
    const ditherRow = (y & 7) << 3;
    let shown = -1;
    let [redFactor, greenFactor, blueFactor, redGlow, greenGlow, blueGlow, cities] = [0, 0, 0, 0, 0, 0, 0];
    for (let x = 0, pixel = y * width; x < width; x++, pixel++) {
      if (earlierCosines && earlierLight && x % BLOCK === 0) {
        const last = Math.min(x + BLOCK, width) - 1;
        const now = blockLight(light, cosines, x, last);
        if (now !== 0 && now === blockLight(earlierLight, earlierCosines, x, last)) {
          pixel += last - x;
          x = last;
          continue;
        }
      }
      const position = base + swing * (cosines[x] as number);
      const step = (position < 0 ? 0 : position > LAST_STEP ? LAST_STEP : position) << STRIDE_BITS;
      if (step !== shown) {
        shown = step;
        redFactor = LIGHT[step] as number;
        greenFactor = LIGHT[step + 1] as number;
        blueFactor = LIGHT[step + 2] as number;
        redGlow = LIGHT[step + 3] as number;
        greenGlow = LIGHT[step + 4] as number;
        blueGlow = LIGHT[step + 5] as number;
        cities = LIGHT[step + 6] as number;
      }
      const texel = texels[pixel] as number;
      const dither = DITHER[ditherRow | (x & 7)] as number;
      let red = (texel & 255) * redFactor + redGlow + dither;
      let green = ((texel >> 8) & 255) * greenFactor + greenGlow + dither;
      let blue = ((texel >> 16) & 255) * blueFactor + blueGlow + dither;
      if (texel >>> 24 !== 0 && cities !== 0) {
        const city = (texel >>> 24) << 2;
        red += (CITY[city] as number) * cities;
        green += (CITY[city + 1] as number) * cities;
        blue += (CITY[city + 2] as number) * cities;
      }
      target[pixel] = 0xff000000 | (blue & (0xff << 16)) | ((green >> 8) & 0xff00) | (red >> 16);
    }
  }
}
