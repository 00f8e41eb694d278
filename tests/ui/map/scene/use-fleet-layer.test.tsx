import { act, renderHook, waitFor } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { provideChunkLoader } from '../../../../src/ui/kit/on-demand/load-chunks.ts';
import { createFleetLayer } from '../../../../src/ui/map/layers/fleet-layer.ts';
import { useFleetLayer } from '../../../../src/ui/map/scene/use-fleet-layer.ts';
import { fleetFailureAtom } from '../../../../src/ui/mission/fleet/atoms.ts';
import type { Fleet } from '../../../../src/ui/mission/fleet/fleet.ts';

/** Another list of satellites. */
const newFleet = (): Fleet => ({
  satellites: [],
  isShown: new Uint8Array(),
  colours: new Uint8Array(),
  groups: [],
  positionsAt: () => undefined,
  stateAt: () => undefined,
  trackAt: () => undefined,
});

afterEach(() => provideChunkLoader(async () => {}));

/** Opens a map with added satellites, for whose layer the server first cannot be reached. */
async function openUnreached() {
  const server = { isThere: false, requests: 0 };
  provideChunkLoader(async () => {
    server.requests += 1;
    if (!server.isThere) throw new Error('the server cannot be reached');
  });
  const waits = new Set<() => void>();
  const after = (_delayMs: number, callback: () => void) => {
    waits.add(callback);
    return () => void waits.delete(callback);
  };
  const store = createStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result, rerender, unmount } = renderHook(
    ({ fleet }: { readonly fleet: Fleet | undefined }) => useFleetLayer(fleet, after),
    { wrapper, initialProps: { fleet: newFleet() as Fleet | undefined } },
  );
  await act(async () => {});
  const wait = () =>
    act(async () => {
      const [due] = waits;
      if (!due) throw new Error('Nothing is waited for.');
      waits.delete(due);
      due();
    });
  const arrived = () => waitFor(() => expect(result.current).toBe(createFleetLayer));
  return { server, waits, wait, store, result, rerender, unmount, arrived };
}

describe('the layer of the added satellites whose code cannot be fetched', () => {
  it('is fetched again after a while, and the reason is stated meanwhile', async () => {
    const { server, wait, waits, store, result, arrived } = await openUnreached();
    expect(result.current).toBeUndefined();
    expect(store.get(fleetFailureAtom)).toBe('the server cannot be reached');
    await wait();
    expect(store.get(fleetFailureAtom)).toBe('the server cannot be reached');
    server.isThere = true;
    await wait();
    await arrived();
    expect(store.get(fleetFailureAtom)).toBeUndefined();
    expect(waits.size).toBe(0);
    expect(server.requests).toBe(3);
  });

  it('is fetched at once for another list of satellites, as after “Try again”', async () => {
    const { server, rerender, arrived } = await openUnreached();
    server.isThere = true;
    rerender({ fleet: newFleet() });
    await arrived();
  });

  it('is no longer fetched or complained about without satellites', async () => {
    const { waits, store, rerender } = await openUnreached();
    rerender({ fleet: undefined });
    expect(waits.size).toBe(0);
    expect(store.get(fleetFailureAtom)).toBeUndefined();
  });

  it('leaves the reason why the satellites themselves have failed', async () => {
    const { store, rerender } = await openUnreached();
    act(() => store.set(fleetFailureAtom, 'their worker does not answer'));
    rerender({ fleet: undefined });
    expect(store.get(fleetFailureAtom)).toBe('their worker does not answer');
  });
});
