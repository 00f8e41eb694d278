import { useAtomValue } from 'jotai';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { networkAtom } from '../kit/page/network.ts';
import { isSettledAtom } from '../kit/page/settled.ts';
import { mapLayersAtom } from '../kit/preferences/preferences.ts';
import type { Camera } from './camera/camera.ts';
import { layersOf } from './geometry/layer-choice.ts';
import type { MapSize } from './geometry/map-size.ts';
import type { LayerChoice } from './scene/use-map-detail.ts';

/** Width in device pixels from which coasts at 1 : 110 million are too coarse. */
const FINE_WIDTH = 1800;

/** Returns `undefined` until the first view is complete and the map has a size. */
export function useLayers(size: MapSize | undefined, camera: Camera): LayerChoice | undefined {
  const chosen = useAtomValue(mapLayersAtom);
  const isSettled = useAtomValue(isSettledAtom);
  const { fetchFile, savesData } = useAtomValue(networkAtom);
  const isEnlarged = useSyncExternalStore(
    camera.subscribe,
    useCallback(() => size !== undefined && size.width * camera.view().zoom >= FINE_WIDTH, [size, camera]),
  );
  return useMemo(() => {
    if (!isSettled || !size) return undefined;
    return { ...layersOf(chosen, size, savesData), fineCoasts: isEnlarged && !savesData, fetchFile };
  }, [chosen, isSettled, size, isEnlarged, savesData, fetchFile]);
}
