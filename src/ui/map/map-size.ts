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
  /** Heights of type in device pixels: of the satellites' names, the stations' and the degrees. */
  readonly labelType: number;
  readonly stationType: number;
  /** 0 where the map has no degrees. */
  readonly graticuleType: number;
  /** The height of type that markers and strokes go with, in device pixels. */
  readonly markType: number;
}

/** How large a map's type is. */
export interface MapType {
  /** Of the satellites' names, in the root's font size. */
  readonly labelRem: number;
  /** Shares of that: the stations' names, the degrees (0 for none), and the type that markers and strokes go with. */
  readonly stationShare: number;
  readonly graticuleShare: number;
  readonly markShare: number;
}

/** Type keeps up with the page's own (a 4K wall scales the root), and with the map where that is larger still. */
export const DESK_TYPE: MapType = {
  labelRem: 0.8125,
  stationShare: 0.92,
  graticuleShare: 0.82,
  markShare: 1,
};
const LABEL_SHARE_OF_WIDTH = 0.0093;

export interface DevicePixels {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** Type of no height is a picture without pixels, which the canvas renderer cannot draw. */
const wholePixels = (px: number): number => Math.max(1, Math.round(px));

/** @param rootTypePx the root's font size in CSS pixels */
export function mapSize(
  { width, height, pixelRatio }: DevicePixels,
  rootTypePx: number,
  { labelRem, stationShare, graticuleShare, markShare }: MapType = DESK_TYPE,
): MapSize {
  const labelType = Math.max(labelRem * rootTypePx * pixelRatio, LABEL_SHARE_OF_WIDTH * width);
  return {
    width,
    height,
    scaleX: width / PLANE_WIDTH,
    scaleY: height / PLANE_HEIGHT,
    pixelRatio,
    labelType: wholePixels(labelType),
    stationType: wholePixels(labelType * stationShare),
    graticuleType: graticuleShare === 0 ? 0 : wholePixels(labelType * graticuleShare),
    markType: wholePixels(labelType * markShare),
  };
}

/** What is this wide on a desk's screen, in device pixels: strokes grow with the type. */
export const strokeWidth = (cssPx: number, { markType }: MapSize): number => (cssPx * markType) / 13;
