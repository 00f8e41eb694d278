import { degrees, wrapLongitude } from '../../../shared/kit/units.ts';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { lightRows, type SurfacePicture } from './surface.ts';

/** Movements of the Sun that require a new picture, in degrees: half a minute, and an hour in spring. */
const LONGITUDE_STEP = 0.125;
const LATITUDE_STEP = 0.02;

/** Rows of 2,048 pixels that a call lights in about 2 ms, or in a third of that where most stay unchanged. */
const ROWS_PER_CALL = 64;

/** The picture as lit by the Sun, updated a few rows at a time. */
export interface Relighting {
  /** RGBA bytes, and the same as words. Other arrays after an update. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  /**
   * Call it on every frame. The first call lights everything, later ones a few rows.
   * @returns true if `pixels` are new
   */
  update(sun: SubsolarPoint): boolean;
}

interface Buffer {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  /** Position of the Sun for which the whole buffer is lit. */
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
  /** Position of the Sun for the rows in progress, and the next row. */
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
      // In a separate call, because the caller must now copy the whole picture.
      next.litFor = progress.sun;
      progress = undefined;
      [shown, next] = [next, shown];
      return true;
    },
  };
}
