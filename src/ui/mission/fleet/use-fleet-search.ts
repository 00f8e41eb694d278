import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { type FleetControl, fleetControlAtom, fleetFailureAtom, isFleetWantedAtom } from './atoms.ts';

/** Begins a search of the worker. Rejects with a clause without a full stop. */
export type FleetSearch = (control: FleetControl, signal: AbortSignal) => Promise<void>;

/** Failure of a search, and another try. */
export interface SearchTries {
  /** Reason why the search failed: a clause without a full stop. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** Returns a function that loads the code of the fleet, again after a failure. */
export function useLoadFleet(): () => void {
  const setWanted = useSetAtom(isFleetWantedAtom);
  return useCallback(() => {
    setWanted(false);
    setWanted(true);
  }, [setWanted]);
}

/**
 * Lets the worker of added satellites search, anew for each search. One that has begun is aborted by the next.
 *
 * @param search the same function across renders; nothing is searched for without it
 */
export function useFleetSearch(search: FleetSearch | undefined): SearchTries {
  const control = useAtomValue(fleetControlAtom);
  const loadFailure = useAtomValue(fleetFailureAtom);
  const load = useLoadFleet();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins the search again
  useEffect(() => {
    if (!control || !search) return undefined;
    const cancelling = new AbortController();
    setFailure(undefined);
    search(control, cancelling.signal).catch(({ message }: Error) => {
      if (!cancelling.signal.aborted) setFailure(message);
    });
    return () => cancelling.abort();
  }, [control, search, tries]);

  const retry = useCallback(() => {
    load();
    setTries((count) => count + 1);
  }, [load]);

  return { failure: failure ?? (control ? undefined : loadFailure), retry };
}
