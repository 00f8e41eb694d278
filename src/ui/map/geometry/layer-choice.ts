import type { MapLayer, MapLayerChoice } from '../../kit/preferences/preferences.ts';
import type { MapSize } from './map-size.ts';

/** Width of a large map in CSS pixels: it shows the surface of the Earth without being asked. */
const LARGE_CSS_PX = 900;

/** Layers of a map of this size; what was not chosen follows the size. */
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
