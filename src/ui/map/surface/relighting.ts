import { degrees, wrapLongitude } from '../../../shared/kit/units.ts';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { lightRows, type SurfacePicture } from './surface.ts';

/** Movements of the Sun that call for a new picture, in degrees: half a minute, and an hour in spring. */
const LONGITUDE_STEP = 0.125;
const LATITUDE_STEP = 0.02;

/** Rows of 2,048 pixels that a call lights in about 2 ms, and in a third of it where most of them stay as they are. */
const ROWS_PER_CALL = 64;

/** The picture as the Sun lights it, renewed a few rows at a time. */
export interface Relighting {
  /** RGBA, and the same as words. Other arrays after a renewal. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  /**
   * To be called on every frame. The first call lights everything, later ones a few rows.
   * @returns whether `pixels` are new
   */
  update(sun: SubsolarPoint): boolean;
}

interface Buffer {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  /** Position of the Sun for which all of it is lit. */
  litFor: SubsolarPoint | undefined;
}

function createBuffer({ width, height }: SurfacePicture): Buffer {
  const words = new Uint32Array(width * height);
  return { words, pixels: new Uint8ClampedArray(words.buffer), litFor: undefined };
}

const hasMoved = (from: SubsolarPoint, to: SubsolarPoint): boolean =>
  Math.abs(wrapLongitude(degrees(to.longitude - from.longitude))) >= LONGITUDE_STEP ||
  Math.abs(to.latitude - from.latitude) >= LATITUDE_STEP;

export function createRelighting(picture: SurfacePicture): Relighting {
  let shown = createBuffer(picture);
  let next: Buffer | undefined;
  /** Position for which rows are being lit, and the next of them. */
  let progress: { readonly sun: SubsolarPoint; readonly row: number } | undefined;

  return {
    get pixels() {
      return shown.pixels;
    },
    get words() {
      return shown.words;
    },
    update(sun) {
      if (!shown.litFor) {
        lightRows(shown.words, picture, sun, 0, picture.height);
        shown.litFor = sun;
        return true;
      }
      if (!progress && hasMoved(shown.litFor, sun)) progress = { sun, row: 0 };
      if (!progress) return false;
      next ??= createBuffer(picture);
      if (progress.row < picture.height) {
        const end = Math.min(picture.height, progress.row + ROWS_PER_CALL);
        lightRows(next.words, picture, progress.sun, progress.row, end, next.litFor);
        progress = { sun: progress.sun, row: end };
        return false;
      }
      // In a call of its own: the caller now has the whole picture to take over.
      next.litFor = progress.sun;
      progress = undefined;
      [shown, next] = [next, shown];
      return true;
    },
  };
}
