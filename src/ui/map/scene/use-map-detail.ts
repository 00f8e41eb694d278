import { useEffect, useMemo, useRef, useState } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { subsolarPoint } from '../../../shared/orbit/sun.ts';
import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import type { Shape } from '../geometry/projector.ts';
import type { DetailFactory } from '../layers/background.ts';
import type { MapDetail } from '../layers/detail-layer.ts';
import type { MapDetailCode } from '../layers/map-detail.ts';
import type { FetchAsset } from '../surface/fetch-asset.ts';

/** Layers of a map besides land, night and satellites. */
export interface LayerChoice {
  readonly surface: boolean;
  readonly borders: boolean;
  readonly bodies: boolean;
  readonly anomaly: boolean;
  /** True if coasts are drawn from 1 : 50 million. */
  readonly fineCoasts: boolean;
  readonly fetchFile: FetchAsset;
}

async function fetchCode(): Promise<MapDetailCode> {
  await loadChunks(['map-detail']);
  return (await import('../layers/map-detail.ts')).mapDetail;
}

/** Returns the result of a load while wanted; `undefined` until then, and if it fails: the map does without. */
function useFetched<T>(load: (() => Promise<T>) | undefined): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    if (!load) {
      setValue(undefined);
      return undefined;
    }
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setValue(() => loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return value;
}

export interface DetailInUse {
  readonly create: DetailFactory | undefined;
  /** Returns the content at an instant; the same object until it changes. Call it on every frame. */
  readonly at: (now: EpochMs | undefined) => MapDetail | undefined;
  /** True if everything chosen has loaded. */
  readonly isComplete: boolean;
}

/**
 * Fetches what the chosen layers need, and lights the surface.
 * @param choice `undefined` until the first view is complete
 * @param isLit true if the surface suits the colours of the page
 */
export function useMapDetail(choice: LayerChoice | undefined, isLit: boolean): DetailInUse {
  const code = useFetched(choice && fetchCode);
  const hasSurface = isLit && choice?.surface === true;
  const fetchFile = choice?.fetchFile;
  const loadLighting = useMemo(
    () => (code && fetchFile && hasSurface ? () => code.loadLighting(fetchFile) : undefined),
    [code, fetchFile, hasSurface],
  );
  const lighting = useFetched(loadLighting);

  const isFine = choice?.fineCoasts === true;
  const hasBorders = choice?.borders === true;
  const loadLines = useMemo(() => {
    if (!code || !fetchFile || !(isFine || hasBorders)) return undefined;
    return async (): Promise<{ readonly coasts?: Shape; readonly borders: Shape }> =>
      isFine ? code.loadFineLand(fetchFile) : { borders: await code.loadBorders(fetchFile) };
  }, [code, fetchFile, isFine, hasBorders]);
  const lines = useFetched(loadLines);

  const shown = useRef<{ readonly of: unknown; readonly version: number; readonly detail: MapDetail }>(
    undefined,
  );
  const at = useMemo(() => {
    if (!code || !choice) return () => undefined;
    const of = {};
    return (now: EpochMs | undefined): MapDetail => {
      const earth = lighting && now !== undefined ? lighting.at(subsolarPoint(now)) : undefined;
      const version = earth?.version ?? 0;
      if (shown.current?.of !== of || shown.current.version !== version) {
        const detail: MapDetail = {
          earth,
          coasts: lines?.coasts,
          borders: hasBorders ? lines?.borders : undefined,
          anomaly: choice.anomaly ? code.southAtlanticAnomaly : undefined,
          hasBodies: choice.bodies,
        };
        shown.current = { of, version, detail };
      }
      return shown.current.detail;
    };
  }, [code, choice, lighting, lines, hasBorders]);
  const isComplete =
    code !== undefined &&
    (loadLighting === undefined || lighting !== undefined) &&
    (loadLines === undefined || lines !== undefined);
  return useMemo(() => ({ create: code?.createDetailLayer, at, isComplete }), [code, at, isComplete]);
}
