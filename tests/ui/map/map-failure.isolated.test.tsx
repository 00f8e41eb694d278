import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrbitalPositionCard } from '../../../src/ui/features/orbital/OrbitalPositionCard.tsx';
import { isSettledAtom } from '../../../src/ui/kit/page/settled.ts';
import {
  type FleetControl,
  fleetAtom,
  fleetControlAtom,
  fleetFailureAtom,
} from '../../../src/ui/mission/fleet/atoms.ts';
import type { Fleet } from '../../../src/ui/mission/fleet/fleet.ts';
import { type WallEffects, WallEffectsContext } from '../../../src/ui/wall/effects.ts';
import { wallLayout } from '../../../src/ui/wall/layout.ts';
import { WallMap } from '../../../src/ui/wall/WallMap.tsx';
import { startMission } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';

const map = vi.hoisted(() => ({ isBroken: true, hasControls: true, hasFleetObjects: true }));

vi.mock('../../../src/ui/map/scene/MapCanvas.tsx', () => ({
  MapCanvas({ onStart }: { readonly onStart: (renderer: 'canvas') => void }) {
    if (map.isBroken) throw new Error('no such texture');
    useEffect(() => onStart('canvas'), [onStart]);
    return <p>drawn</p>;
  },
}));
vi.mock('../../../src/ui/map/controls/MapControls.tsx', () => ({
  get MapControls() {
    if (!map.hasControls) throw new Error('no network');
    return () => <button type="button">Zoom in</button>;
  },
}));
vi.mock('../../../src/ui/map/objects/FleetObjects.tsx', () => ({
  get FleetObjects() {
    if (!map.hasFleetObjects) throw new Error('no network');
    return () => <button type="button">Added satellites</button>;
  },
}));
vi.mock('../../../src/ui/map/use-device-size.ts', () => {
  const size = { width: 800, height: 400, pixelRatio: 1 };
  return { useDeviceSize: () => size };
});

function storeOf() {
  const store = createStore();
  showMission(store, startMission());
  return store;
}

beforeEach(() => {
  map.isBroken = true;
  map.hasControls = true;
  map.hasFleetObjects = true;
  vi.spyOn(console, 'error').mockReturnValue(); // React reports failures there
});
afterEach(() => vi.restoreAllMocks());

/** Size of the stage in rem. */
const STAGE = { width: 41.7, height: 23.5 };

describe('a map that fails', () => {
  it('shows a message, keeps the positions, and can be retried', async () => {
    renderWithStore(<OrbitalPositionCard />, storeOf());
    const card = screen.getByRole('region', { name: 'Orbital Position' });
    expect((await within(card).findByRole('alert')).textContent).toBe('The map failed: no such texture');
    expect(card.textContent).not.toContain('browser');
    expect(within(card).getByRole('row', { name: /ORBITA-1/ })).toBeVisible();
    expect(within(card).queryByRole('img')).toBeNull();
    map.isBroken = false;
    await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByText('drawn')).toBeVisible();
  });

  it('remounts automatically on the wall', async () => {
    const timers: (() => void)[] = [];
    const effects: WallEffects = {
      requestWakeLock: () => Promise.reject(new Error('none')),
      after(_delayMs, callback) {
        timers.push(callback);
        return () => undefined;
      },
      now: () => 1e12,
      reload: () => undefined,
    };
    renderWithStore(
      <WallEffectsContext value={effects}>
        <WallMap scene="orbit" stage={STAGE} layout={wallLayout(STAGE, 'wide', 'orbit')} />
      </WallEffectsContext>,
      storeOf(),
    );
    const wall = screen.getByRole('region', { name: 'Orbit' });
    expect((await within(wall).findByRole('status')).textContent).toContain('Restarting automatically');
    expect(within(wall).queryByRole('button')).toBeNull();
    map.isBroken = false;
    act(() => timers.shift()?.());
    expect(await within(wall).findByText('drawn')).toBeVisible();
  });
});

describe('controls of the map whose script cannot be fetched', () => {
  it('leave the map as it is, say so, and are fetched again on request', async () => {
    map.isBroken = false;
    map.hasControls = false;
    const store = storeOf();
    store.set(isSettledAtom, true);
    renderWithStore(<OrbitalPositionCard />, store);
    const card = screen.getByRole('region', { name: 'Orbital Position' });
    expect(
      (await within(card).findByText(/^Map controls failed: no network/)).closest('[role="status"]'),
    ).toBeVisible();
    expect(within(card).getByText('drawn')).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Zoom in' })).toBeNull();
    map.hasControls = true;
    await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByRole('button', { name: 'Zoom in' })).toBeVisible();
    expect(within(card).queryByText(/^Map controls failed: no network/)).toBeNull();
  });
});

describe('added satellites', () => {
  const FLEET: Fleet = {
    satellites: [{ id: 7, name: 'PACIFIC 7' }],
    isShown: Uint8Array.of(1),
    colours: Uint8Array.of(0),
    groups: [''],
    positionsAt: () => undefined,
    stateAt: () => undefined,
    trackAt: () => undefined,
  };

  it('whose details cannot be fetched stay on the map, which says so, and fetches them again on request', async () => {
    map.isBroken = false;
    map.hasFleetObjects = false;
    const store = storeOf();
    store.set(fleetAtom, FLEET);
    renderWithStore(<OrbitalPositionCard />, store);
    const card = screen.getByRole('region', { name: 'Orbital Position' });
    expect(await within(card).findByText(/^Details of added satellites failed: no network/)).toBeVisible();
    expect(within(card).getByText('drawn')).toBeVisible();
    map.hasFleetObjects = true;
    await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByRole('button', { name: 'Added satellites' })).toBeVisible();
    expect(within(card).queryByText(/failed/)).toBeNull();
  });

  it('that are no longer computed are missed on the map, which says so, and starts them again on request', async () => {
    map.isBroken = false;
    const store = storeOf();
    store.set(fleetFailureAtom, 'their worker does not answer');
    store.set(fleetControlAtom, {
      restart: () => store.set(fleetFailureAtom, undefined),
    } as Partial<FleetControl> as FleetControl);
    renderWithStore(<OrbitalPositionCard />, store);
    const card = screen.getByRole('region', { name: 'Orbital Position' });
    const notice = await within(card).findByText(
      /^Added satellites are not shown: their worker does not answer\./,
    );
    expect(notice.closest('[role="status"]')).toBeVisible();
    await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(within(card).queryByText(/not shown/)).toBeNull();
  });
});
