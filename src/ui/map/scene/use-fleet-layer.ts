import type { Container, Renderer } from 'pixi.js';
import { type RefObject, useLayoutEffect, useMemo } from 'react';
import { ecefToGeodetic } from '../../../shared/orbit/frames.ts';
import type { EpochMs } from '../../../shared/units.ts';
import type { CatalogueNumber, Fleet } from '../../fleet/fleet.ts';
import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import type { MapPalette } from '../draw/palette.ts';
import type { MapSize } from '../geometry/map-size.ts';
import type { Position } from '../geometry/projector.ts';
import type { FleetLayer } from '../layers/fleet-layer.ts';
import { useFetched } from './use-map-detail.ts';

async function fetchLayer() {
  await loadChunks(['fleet-layer']);
  return (await import('../layers/fleet-layer.ts')).createFleetLayer;
}

/**
 * The layer of the added satellites, in its container; `undefined` until its code has come.
 * @param isWanted whether there are any
 */
export function useFleetLayer(
  isWanted: boolean,
  renderer: Renderer,
  size: MapSize,
  palette: MapPalette,
  host: RefObject<Container | null>,
): FleetLayer | undefined {
  const create = useFetched(isWanted ? fetchLayer : undefined);
  const layer = useMemo(() => create?.(renderer, size, palette), [create, renderer, size, palette]);
  useLayoutEffect(() => {
    if (!layer) return undefined;
    host.current?.addChild(layer.container);
    return () => layer.destroy();
  }, [layer, host]);
  return layer;
}

/** Place below an added satellite at an instant, as far as it is known. */
export function positionInFleet(
  fleet: Fleet | undefined,
  id: CatalogueNumber,
  time: EpochMs,
): Position | undefined {
  const index = fleet?.satellites.findIndex((satellite) => satellite.id === id) ?? -1;
  const state = index < 0 ? undefined : fleet?.stateAt(time, index);
  if (!state) return undefined;
  const { longitude, latitude } = ecefToGeodetic(state.positionEcef);
  return [longitude, latitude];
}
