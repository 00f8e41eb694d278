import { atom, useAtom } from 'jotai';
import { useLayoutEffect } from 'react';

/** Place that an action focuses once its tab is shown. */
export type WantedPlace = 'command' | 'event' | 'anomaly' | 'session time';

export const wantedFocusAtom = atom<WantedPlace | undefined>(undefined);

/** Focuses the place once, as soon as it is on the page. */
export function useWantedFocus(place: WantedPlace | undefined, find: () => Element | null | undefined): void {
  const [wanted, setWanted] = useAtom(wantedFocusAtom);
  useLayoutEffect(() => {
    if (wanted === undefined || wanted !== place) return;
    const element = find();
    if (!(element instanceof HTMLElement)) return;
    setWanted(undefined);
    element.focus();
  });
}
