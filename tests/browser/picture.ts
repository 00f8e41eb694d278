import { crc32, deflateSync } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A screenshot, to be stored and compared. */
export type Picture = PNG;

export const readPicture = (bytes: Buffer): Picture => PNG.sync.read(bytes);

/** Returns the number of different colours in a picture. */
export const coloursIn = ({ data }: Picture): number =>
  new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;

/** Largest number of colours of a stored picture: one byte per pixel. */
const PALETTE_SIZE = 256;

type Colour = readonly [red: number, green: number, blue: number];

const distance = (a: Colour, b: Colour): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));

/**
 * Returns a palette, and the index in it of each colour 0xRRGGBB of a picture. The most frequent colours come first;
 * the allowed distance of a colour from its entry (in any channel, of 255) is the smallest for which 256 entries
 * suffice.
 */
function paletteOf(colours: ReadonlyMap<number, number>): readonly [readonly Colour[], Map<number, number>] {
  const byFrequency = [...colours].sort((a, b) => b[1] - a[1]);
  for (let reach = 0; ; reach += 1) {
    const palette: Colour[] = [];
    const indexOf = new Map<number, number>();
    for (const [number] of byFrequency) {
      const colour = [number >> 16, (number >> 8) & 255, number & 255] as const;
      let index = palette.findIndex((entry) => distance(entry, colour) <= reach);
      if (index < 0) index = palette.push(colour) - 1;
      if (index === PALETTE_SIZE) break;
      indexOf.set(number, index);
    }
    if (indexOf.size === colours.size) return [palette, indexOf];
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Encodes a PNG file with a palette, which pngjs reads but does not write: a fifth of the size in full colour. */
export function pictureBytes({ width, height, data }: Picture): Buffer {
  const numberAt = (pixel: number): number => data.readUIntBE(4 * pixel, 3);
  const colours = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1)
    colours.set(numberAt(pixel), (colours.get(numberAt(pixel)) ?? 0) + 1);
  const [palette, indexOf] = paletteOf(colours);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits per pixel, and palette colours
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter, 0 for none
  for (let pixel = 0; pixel < width * height; pixel += 1)
    rows[pixel + Math.floor(pixel / width) + 1] = indexOf.get(numberAt(pixel)) ?? 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface Difference {
  /** Number of pixels that differ by more than the threshold, except antialiased edges. */
  readonly pixels: number;
  /** The first picture, pale, with differences in red; `undefined` if the sizes differ or nothing does. */
  readonly picture: Picture | undefined;
  readonly text: string;
}

/** @param threshold allowed difference of two colours, from 0 to 1 (pixelmatch: the distance in YIQ) */
export function compare(actual: Picture, stored: Picture, threshold: number): Difference {
  const { width, height } = stored;
  if (actual.width !== width || actual.height !== height) {
    const text = `it is ${actual.width} × ${actual.height}, the stored one ${width} × ${height} px`;
    return { pixels: Number.POSITIVE_INFINITY, picture: undefined, text };
  }
  if (actual.data.equals(stored.data)) return { pixels: 0, picture: undefined, text: 'no pixel differs' };
  const picture = new PNG({ width, height });
  const pixels = pixelmatch(stored.data, actual.data, picture.data, width, height, { threshold });
  const share = ((100 * pixels) / (width * height)).toFixed(4);
  return { pixels, picture, text: `${pixels} pixels differ (${share} %)` };
}
