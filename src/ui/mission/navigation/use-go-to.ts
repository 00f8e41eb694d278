import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { type OrbitalView, writeOrbitalView, writeTab } from './address.ts';
import type { Tab } from './tabs.ts';
import { type WantedPlace, wantedFocusAtom } from './wanted-focus.ts';

interface Destination {
  /** Sub-tab of the Orbital tab. */
  readonly view?: OrbitalView;
  /** Place to focus; defaults to the tab itself. */
  readonly place?: WantedPlace;
}

/** Returns a function that opens a tab and moves the focus there. */
export function useGoTo(): (tab: Tab, destination?: Destination) => void {
  const [, setQuery] = useSearchParams();
  const setWanted = useSetAtom(wantedFocusAtom);
  return useCallback(
    (tab, { view, place } = {}) => {
      const current = new URLSearchParams(window.location.search);
      const next = writeTab(current, tab);
      const query = view ? writeOrbitalView(next, view) : next;
      if (query.toString() !== current.toString()) setQuery(query);
      setWanted(place);
      if (!place) document.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
    },
    [setQuery, setWanted],
  );
}
