import { PLANE_HEIGHT, PLANE_WIDTH } from './plane.ts';

/** The map as it lies on the screen. All drawing is in device pixels, so that every edge is sharp. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels per plane unit. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Heights of type in device pixels. */
  readonly labelType: number;
  readonly graticuleType: number;
}

/** Type keeps up with the page's own (a 4K wall scales the root), and with the map where that is larger still. */
const LABEL_REM = 0.8125;
const LABEL_SHARE_OF_WIDTH = 0.0093;
const GRATICULE_TYPE = 0.82;

export interface DevicePixels {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** @param rootTypePx the root's font size in CSS pixels */
export function mapSize({ width, height, pixelRatio }: DevicePixels, rootTypePx: number): MapSize {
  const labelType = Math.max(LABEL_REM * rootTypePx * pixelRatio, LABEL_SHARE_OF_WIDTH * width);
  return {
    width,
    height,
    scaleX: width / PLANE_WIDTH,
    scaleY: height / PLANE_HEIGHT,
    pixelRatio,
    labelType: Math.round(labelType),
    graticuleType: Math.round(labelType * GRATICULE_TYPE),
  };
}

/** What is this wide on a desk's screen, in device pixels: strokes grow with the type. */
export const strokeWidth = (cssPx: number, { labelType }: MapSize): number => (cssPx * labelType) / 13;
