import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A picture of a screen, to be stored and compared. */
export type Picture = PNG;

export const readPicture = (bytes: Buffer): Picture => PNG.sync.read(bytes);

/** A colour is stored to the nearest fifth value: no eye sees it, and the file is half as large. */
const STEP = 5;
const STORED_VALUES = Uint8Array.from({ length: 256 }, (_, value) => Math.round(value / STEP) * STEP);

/** As it is stored, and therefore compared. */
export function posterised({ width, height, data }: Picture): Picture {
  const coarse = new PNG({ width, height });
  for (let at = 0; at < data.length; at += 1) coarse.data[at] = STORED_VALUES[data[at] as number] as number;
  return coarse;
}

export const pictureBytes = (picture: Picture): Buffer =>
  PNG.sync.write(picture, {
    deflateLevel: 9,
    deflateStrategy: 0, // flat areas of few colours: plain, unfiltered deflate is the smallest
    filterType: 0,
    colorType: 2,
    inputHasAlpha: true,
  });

/** Half as wide and high, each pixel the mean of four. */
export function halved({ width, height, data }: Picture): Picture {
  const half = new PNG({ width: Math.floor(width / 2), height: Math.floor(height / 2) });
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const at = (2 * y * width + 2 * x) * 4 + channel;
        const below = at + 4 * width;
        const sum = (data[at] ?? 0) + (data[at + 4] ?? 0) + (data[below] ?? 0) + (data[below + 4] ?? 0);
        half.data[(y * half.width + x) * 4 + channel] = Math.round(sum / 4);
      }
    }
  }
  return half;
}

export interface Difference {
  /** Pixels that differ by more than the threshold and are not the soft edge of a shape. */
  readonly pixels: number;
  /** The first picture, pale, with the difference in red; `undefined` where the sizes differ, or nothing. */
  readonly picture: Picture | undefined;
  readonly words: string;
}

/** @param threshold how far two colours may be apart, from 0 to 1 (pixelmatch: the distance in YIQ) */
export function compare(actual: Picture, stored: Picture, threshold: number): Difference {
  const { width, height } = stored;
  if (actual.width !== width || actual.height !== height) {
    const words = `it is ${actual.width} × ${actual.height}, the stored one ${width} × ${height} px`;
    return { pixels: Number.POSITIVE_INFINITY, picture: undefined, words };
  }
  if (actual.data.equals(stored.data)) return { pixels: 0, picture: undefined, words: 'no pixel differs' };
  const picture = new PNG({ width, height });
  const pixels = pixelmatch(stored.data, actual.data, picture.data, width, height, { threshold });
  const share = ((100 * pixels) / (width * height)).toFixed(4);
  return { pixels, picture, words: `${pixels} pixels differ (${share} %)` };
}
