import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import type { FetchAsset } from '../surface/fetch-asset.ts';
import { loadBorders, loadFineLand } from '../surface/fine-land.ts';
import { loadSurface, type Surface } from '../surface/load-surface.ts';
import { southAtlanticAnomaly } from '../surface/south-atlantic-anomaly.ts';
import { createDetailLayer } from './detail-layer.ts';
import type { LitEarth } from './surface-layer.ts';

/** The surface as lit at an instant. Call it on every frame. */
export interface Lighting {
  at(sun: SubsolarPoint): LitEarth;
}

function lightingOf(surface: Surface): Lighting {
  let lit: LitEarth | undefined;
  return {
    at(sun) {
      const isNew = surface.update(sun);
      if (!lit || isNew) lit = { surface, version: (lit?.version ?? 0) + 1, sun };
      return lit;
    },
  };
}

/** Loads once for the lifetime of the page, across all maps; retries after a failure. */
function once<T>(load: (fetchFile: FetchAsset) => Promise<T>): (fetchFile: FetchAsset) => Promise<T> {
  let loading: Promise<T> | undefined;
  return (fetchFile) => {
    loading ??= load(fetchFile).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Code and data that the map loads after the first view, in one chunk. */
export const mapDetail = {
  createDetailLayer,
  loadBorders: once(loadBorders),
  loadFineLand: once(loadFineLand),
  loadLighting: once(async (fetchFile) => lightingOf(await loadSurface({ fetchFile, lights: true }))),
  southAtlanticAnomaly,
};
export type MapDetailCode = typeof mapDetail;
