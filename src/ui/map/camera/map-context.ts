import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { insidePicture, SYMBOL_REACH_CSS_PX } from '../geometry/inside-picture.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { PicturePoint, Projector } from '../geometry/projector.ts';
import { WHOLE_PLANE } from '../geometry/view.ts';
import { type Camera, createCamera } from './camera.ts';

/** Map of a mark, an object or a control. */
export interface MapContext {
  readonly camera: Camera;
  /** Size of its picture; any 2 : 1 until known. */
  readonly size: Pick<MapSize, 'width' | 'height' | 'pixelRatio'>;
}

export const UNKNOWN_SIZE: MapContext['size'] = { width: 800, height: 400, pixelRatio: 1 };

export const MapOf = createContext<MapContext>({ camera: createCamera(WHOLE_PLANE), size: UNKNOWN_SIZE });

/** Returns the current view of the map; renders again when it changes. */
export function useProjector(): Projector {
  const { camera, size } = useContext(MapOf);
  const read = useCallback(() => camera.projector(size), [camera, size]);
  return useSyncExternalStore(camera.subscribe, read);
}

/** Returns a function that moves a place so that its symbol is entirely on the map. */
export function useSymbolPlace(): (place: PicturePoint) => PicturePoint {
  const { size } = useContext(MapOf);
  return (place) => insidePicture(place, size, SYMBOL_REACH_CSS_PX * size.pixelRatio);
}

/** Returns a function that converts a place to CSS percentages of the map. */
export const useMapPercent = (): ((place: PicturePoint) => {
  readonly left: string;
  readonly top: string;
}) => {
  const { size } = useContext(MapOf);
  return ({ x, y }) => ({ left: `${(100 * x) / size.width}%`, top: `${(100 * y) / size.height}%` });
};
