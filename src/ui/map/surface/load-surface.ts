import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { type FetchAsset, fetchAsset } from './fetch-asset.ts';
import { createRelighting } from './relighting.ts';
import type { SurfacePicture } from './surface.ts';

/** The lit surface of the whole Earth, in the equirectangular projection. */
export interface Surface {
  readonly width: number;
  readonly height: number;
  readonly canvas: HTMLCanvasElement;
  /** Content of the canvas, as RGBA bytes and as words. Other arrays after an update. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  /**
   * Updates the light when the Sun has moved. Call it on every frame: the first call takes longer, others a few
   * milliseconds at most.
   * @returns true if canvas and pixels are new
   */
  update(sun: SubsolarPoint): boolean;
}

interface Options {
  readonly fetchFile: FetchAsset;
  /** True if cities shine at night. */
  readonly lights: boolean;
}

const DAY_URL = new URL('./day.webp', import.meta.url).href;
const LIGHTS_URL = new URL('./lights.webp', import.meta.url).href;

function createContext(width: number, height: number, isRead: boolean): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: isRead });
  if (!context) throw new Error('The browser has no memory left for a canvas.');
  return context;
}

/** Frees the pixels now rather than at garbage collection. */
function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

async function readPicture(fetchFile: FetchAsset, url: string): Promise<ImageData> {
  const response = await fetchAsset(fetchFile, url);
  const bitmap = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' });
  const context = createContext(bitmap.width, bitmap.height, true);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  freeCanvas(context.canvas);
  return image;
}

/**
 * Replaces the day picture's opacity with the strength of the lights.
 * @throws Error in a browser that hides a canvas's pixels, as some do against fingerprinting: they are then all white,
 * or random
 */
export function packPictures(day: ImageData, lights: ImageData | undefined): SurfacePicture {
  const { width, height } = day;
  if (lights && (lights.width !== width || lights.height !== height)) {
    throw new Error('The pictures of the surface differ in size.');
  }
  const bytes = new Uint8Array(day.data.buffer, day.data.byteOffset, day.data.length);
  for (let i = 0; i < width * height; i += width) {
    if (bytes[i * 4 + 3] !== 255) throw new Error('The browser does not show the pixels of a picture.');
  }
  const isSeaDark = (bytes[0] ?? 0) < 100;
  if (!isSeaDark) throw new Error('The browser does not show the pixels of a picture.');
  for (let i = 0; i < width * height; i++) bytes[i * 4 + 3] = lights?.data[i * 4] ?? 0;
  return { width, height, texels: new Uint32Array(bytes.buffer, bytes.byteOffset, width * height) };
}

/** Fetches the pictures of the surface. Rejects if they are unavailable: the map is then drawn without. */
export async function loadSurface({ fetchFile, lights }: Options): Promise<Surface> {
  const [day, cities] = await Promise.all([
    readPicture(fetchFile, DAY_URL),
    lights ? readPicture(fetchFile, LIGHTS_URL) : undefined,
  ]);
  const picture = packPictures(day, cities);
  const { width, height } = picture;
  const context = createContext(width, height, false);
  const relighting = createRelighting(picture);
  return {
    width,
    height,
    canvas: context.canvas,
    get pixels() {
      return relighting.pixels;
    },
    get words() {
      return relighting.words;
    },
    update(sun) {
      if (!relighting.update(sun)) return false;
      context.putImageData(new ImageData(relighting.pixels, width, height), 0, 0);
      return true;
    },
  };
}
