import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  type Store,
  showSnapshot,
  wallSecondAtom,
} from '../../src/ui/mission/link/atoms.ts';
import type { Session } from '../../src/worker/session/session.ts';

/** Writes a mission's complete snapshot to a store, as the link does. */
export function showMission(store: Store, mission: Session): void {
  const slices = mission.snapshot();
  showSnapshot(store, slices);
  for (const atom of [missionSecondAtom, edgeSecondAtom, wallSecondAtom])
    store.set(atom, slices.clock.value.time);
  store.set(linkStateAtom, { status: 'connected' });
}

/** Renders with its own store. */
export function renderWithStore(ui: ReactNode, store: Store = createStore()) {
  return { store, ...render(<Provider store={store}>{ui}</Provider>) };
}
