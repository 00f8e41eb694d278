import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { SatelliteId } from '../../shared/satellites.ts';
import { writeSatellite, writeTab } from './address.ts';
import type { Tab } from './tabs.ts';
import { type WantedPlace, wantedFocusAtom } from './wanted-focus.ts';

interface Destination {
  readonly satellite?: SatelliteId;
  /** Place to focus; by default the tab itself. */
  readonly place?: WantedPlace;
}

/** Opens a tab and moves the focus there. */
export function useGoTo(): (tab: Tab, destination?: Destination) => void {
  const [, setQuery] = useSearchParams();
  const setWanted = useSetAtom(wantedFocusAtom);
  return useCallback(
    (tab, { satellite, place } = {}) => {
      const current = new URLSearchParams(window.location.search);
      const next = writeTab(current, tab);
      const query = satellite ? writeSatellite(next, satellite) : next;
      if (query.toString() !== current.toString()) setQuery(query);
      setWanted(place);
      if (!place) document.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
    },
    [setQuery, setWanted],
  );
}
