import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import type { createFleetLayer } from '../layers/fleet-layer.ts';
import { useFetched } from './use-map-detail.ts';

/** Creates the layer of the added satellites. */
export type FleetLayerFactory = typeof createFleetLayer;

async function fetchLayer(): Promise<FleetLayerFactory> {
  await loadChunks(['fleet-layer']);
  return (await import('../layers/fleet-layer.ts')).createFleetLayer;
}

/**
 * Fetches the layer of the added satellites; `undefined` until its code has loaded.
 * @param isWanted true if there are any
 */
export const useFleetLayer = (isWanted: boolean): FleetLayerFactory | undefined =>
  useFetched(isWanted ? fetchLayer : undefined);
