/** Size of the map on the screen. All drawing is in device pixels, so that every edge is sharp. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Type sizes in device pixels: names of satellites and stations, degrees. */
  readonly labelType: number;
  readonly stationType: number;
  /** 0 for a map without degrees. */
  readonly graticuleType: number;
  /** Type size that scales markers and strokes, in device pixels. */
  readonly markType: number;
}

/** Type sizes of a map. */
export interface MapType {
  /** Size of satellite names, in rem. */
  readonly labelRem: number;
  /** Sizes relative to `labelRem`: names of stations, degrees (0 for none), and the scale of markers and strokes. */
  readonly stationShare: number;
  readonly graticuleShare: number;
  readonly markShare: number;
}

/** Type scales with the page's own (a 4K wall scales the root), or with the map where that is larger. */
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

/** Rounds to at least 1: zero-height type is an empty texture, which the canvas renderer cannot draw. */
const wholePixels = (px: number): number => Math.max(1, Math.round(px));

/** @param rootTypePx root font size in CSS pixels */
export function mapSize(
  { width, height, pixelRatio }: DevicePixels,
  rootTypePx: number,
  { labelRem, stationShare, graticuleShare, markShare }: MapType = DESK_TYPE,
): MapSize {
  const labelType = Math.max(labelRem * rootTypePx * pixelRatio, LABEL_SHARE_OF_WIDTH * width);
  return {
    width,
    height,
    pixelRatio,
    labelType: wholePixels(labelType),
    stationType: wholePixels(labelType * stationShare),
    graticuleType: graticuleShare === 0 ? 0 : wholePixels(labelType * graticuleShare),
    markType: wholePixels(labelType * markShare),
  };
}

/** Converts a width from CSS pixels on a desk to device pixels; strokes grow with the type. */
export const strokeWidth = (cssPx: number, { markType }: MapSize): number => (cssPx * markType) / 13;
