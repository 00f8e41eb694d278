import type { MapLayer, MapLayerChoice } from '../../kit/preferences/preferences.ts';
import type { MapSize } from './map-size.ts';

/** Minimum width of a large map in CSS pixels, which shows the Earth's surface by default. */
const LARGE_CSS_PX = 900;

/** Returns the layers of a map of this size; layers without a choice depend on the size. */
export const layersOf = (
  chosen: MapLayerChoice,
  { width, pixelRatio }: Pick<MapSize, 'width' | 'pixelRatio'>,
  savesData: boolean,
): Readonly<Record<MapLayer, boolean>> => ({
  surface: width / pixelRatio >= LARGE_CSS_PX && !savesData,
  borders: false,
  bodies: true,
  anomaly: false,
  ...chosen,
});
