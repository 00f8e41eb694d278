import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import type { After } from '../../kit/page/timers.ts';
import { fleetFailureAtom } from '../../mission/fleet/atoms.ts';
import type { Fleet } from '../../mission/fleet/fleet.ts';
import type { createFleetLayer } from '../layers/fleet-layer.ts';

/** Creates the layer of the added satellites. */
export type FleetLayerFactory = typeof createFleetLayer;

/** Wall time between two attempts. */
const RETRY_MS = 10 * MS_PER_S;

async function fetchLayer(): Promise<FleetLayerFactory> {
  await loadChunks(['fleet-layer']);
  return (await import('../layers/fleet-layer.ts')).createFleetLayer;
}

/**
 * Fetches the layer of the added satellites; `undefined` until its code has loaded. A failed attempt is repeated, and
 * the dialog *Satellites* gives the reason meanwhile.
 * @param fleet the satellites; a new object, as after *Try again* in the dialog, is an attempt at once
 */
export function useFleetLayer(
  fleet: Fleet | undefined,
  after: After | undefined,
): FleetLayerFactory | undefined {
  const setFailure = useSetAtom(fleetFailureAtom);
  const [create, setCreate] = useState<FleetLayerFactory>();
  useEffect(() => {
    if (!fleet || create) return undefined;
    let isWanted = true;
    let failure: string | undefined;
    let stopWaiting: (() => void) | undefined;
    const load = (): void => {
      fetchLayer().then(
        (loaded) => isWanted && setCreate(() => loaded),
        ({ message }: Error) => {
          if (!isWanted) return;
          failure = message;
          setFailure(message);
          stopWaiting = after?.(RETRY_MS, load);
        },
      );
    };
    load();
    return () => {
      isWanted = false;
      stopWaiting?.();
      // Another reason is not from here.
      setFailure((reason) => (reason === failure ? undefined : reason));
    };
  }, [fleet, create, after, setFailure]);
  return fleet && create;
}
