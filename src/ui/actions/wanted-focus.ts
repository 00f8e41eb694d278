import { atom, useAtom } from 'jotai';
import { useLayoutEffect } from 'react';

/** Where an action leads the keyboard, once its tab is there. */
export type WantedPlace = 'command' | 'event' | 'anomaly';

export const wantedFocusAtom = atom<WantedPlace | undefined>(undefined);

/** Takes the focus to the place as soon as it is on the page, once. */
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
