import { atom, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useGoTo } from './use-go-to.ts';

/** Number of maps on the page. */
const shownMapsAtom = atom(0);

/** Counts a map while it is on the page. */
export function useShownMap(): void {
  const setCount = useSetAtom(shownMapsAtom);
  useEffect(() => {
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [setCount]);
}

/** Returns a function that opens the Overview unless a map is on the page. */
export function useShowMap(): () => void {
  const store = useStore();
  const goTo = useGoTo();
  return useCallback(() => {
    if (store.get(shownMapsAtom) === 0) goTo('overview');
  }, [store, goTo]);
}
