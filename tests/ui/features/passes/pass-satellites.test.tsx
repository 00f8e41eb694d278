import { renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { CATALOGUE, ELEMENT_GROUPS } from '../../../../src/shared/contract/celestrak.ts';
import { MOST_SEARCHED, usePassSatellites } from '../../../../src/ui/features/passes/use-pass-satellites.ts';
import { addedSatellitesAtom } from '../../../../src/ui/mission/fleet/atoms.ts';
import { toSatellite } from '../../../../src/ui/mission/fleet/kept-satellites.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

it('passes of too many satellites are searched for those first that are not only active', () => {
  const store = createStore();
  const active = { groups: [ELEMENT_GROUPS[CATALOGUE]], isFromCelestrak: true };
  const all = Array.from({ length: MOST_SEARCHED + 5 }, (_, number) =>
    toSatellite(syntheticElements(number + 1), active),
  );
  const own = toSatellite(syntheticElements(2001), { groups: ['Mine'] });
  const heard = toSatellite(syntheticElements(2002), { ...active, frequencyMhz: 145.8 });
  const hidden = toSatellite(syntheticElements(2003), { groups: ['Mine'], isShown: false });
  store.set(addedSatellitesAtom, [...all, own, heard, hidden]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { satellites, leftOut } = renderHook(usePassSatellites, { wrapper }).result.current;
  const added = satellites.filter(({ mission }) => mission === undefined).map(({ name }) => name);
  expect(added).toHaveLength(MOST_SEARCHED);
  expect(added.slice(0, 3)).toEqual(['TEST 2001', 'TEST 2002', 'TEST 1']);
  expect(leftOut).toBe(7);
});
