import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { ConsolesView, GroundLinkState } from '../../../../src/shared/contract/consoles.ts';
import type { Outcome } from '../../../../src/shared/contract/outcome.ts';
import {
  isConsolesPanelOpenAtom,
  isGroundLinkOfferedAtom,
  isGroundLinkWantedAtom,
} from '../../../../src/ui/features/consoles/atoms.ts';
import { ConsolesButton } from '../../../../src/ui/features/consoles/ConsolesButton.tsx';
import { startGroundLink } from '../../../../src/ui/features/consoles/start-ground-link.ts';
import { GroundLinkSign } from '../../../../src/ui/mission/duty/GroundLinkSign.tsx';
import { clearSnapshot, linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { WallFootline } from '../../../../src/ui/wall/WallFootline.tsx';
import { CONSOLE_B, consolesView, roomView, threeConsoles } from '../../../support/consoles-view.ts';
import { renderWithStore } from '../../../support/render.tsx';

const CONNECT = { name: 'Connect ground systems' };
const DISCONNECT = { name: 'Disconnect ground systems' };

/** A page on a worker that connects at once, unless it refuses. */
function setUp({ isOffered = true }: { readonly isOffered?: boolean } = {}) {
  const store = createStore();
  store.set(sliceAtoms.consoles, consolesView());
  store.set(linkStateAtom, { status: 'connected' });
  store.set(isGroundLinkOfferedAtom, isOffered);
  store.set(isConsolesPanelOpenAtom, true);
  const show = (groundLink: GroundLinkState) => store.set(sliceAtoms.consoles, consolesView({ groundLink }));
  let refusal: string | undefined;
  const setGroundLink = vi.fn(async (isWanted: boolean): Promise<Outcome<boolean>> => {
    if (refusal !== undefined) return { ok: false, message: refusal };
    act(() => show(isWanted ? 'connected' : 'off'));
    return { ok: true, value: isWanted };
  });
  startGroundLink({ store, setGroundLink });
  setGroundLink.mockClear();
  renderWithStore(<ConsolesButton />, store);
  return {
    store,
    setGroundLink,
    show,
    refuse: (message: string | undefined) => {
      refusal = message;
    },
    /** Replaces the worker by a new one. */
    loseWorker() {
      act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
      act(() => {
        show('off');
        store.set(linkStateAtom, { status: 'connected' });
      });
    },
  };
}

describe('the panel of a window for ground systems', () => {
  it('connects them when the operator agrees, and disconnects them', async () => {
    const { setGroundLink } = setUp();
    expect(await screen.findByText(/Any program on this computer can then command it/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', CONNECT));
    expect(setGroundLink).toHaveBeenLastCalledWith(true);
    await userEvent.click(await screen.findByRole('button', DISCONNECT));
    expect(setGroundLink).toHaveBeenLastCalledWith(false);
    expect(await screen.findByRole('button', CONNECT)).toBeVisible();
  });

  it('can be told to stop while it connects', async () => {
    const { setGroundLink, show } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    act(() => show('connecting'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(setGroundLink).toHaveBeenLastCalledWith(false);
    expect(await screen.findByRole('button', CONNECT)).toBeVisible();
  });

  it('offers nothing in any other window', async () => {
    setUp({ isOffered: false });
    await screen.findByRole('heading', { name: 'Kept missions' });
    expect(screen.queryByRole('button', CONNECT)).toBeNull();
  });
});

describe('the agreement of the operator', () => {
  it('holds for the next worker', async () => {
    const { store, setGroundLink, loseWorker } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    setGroundLink.mockClear();
    loseWorker();
    expect(setGroundLink).toHaveBeenCalledExactlyOnceWith(true);
    expect(store.get(isGroundLinkWantedAtom)).toBe(true);
  });

  it('holds when the mission is shared, or another one takes its place', async () => {
    const { store, setGroundLink, show } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    setGroundLink.mockClear();
    act(() => {
      clearSnapshot(store);
      store.set(linkStateAtom, { status: 'connecting' });
    });
    act(() => {
      show('off');
      store.set(linkStateAtom, { status: 'connected' });
    });
    expect(setGroundLink).toHaveBeenCalledExactlyOnceWith(true);
    expect(await screen.findByRole('button', DISCONNECT)).toBeVisible();
  });

  it('holds where the next worker is lost before it answers', async () => {
    const { setGroundLink, refuse, loseWorker } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    refuse('The simulation is restarting. Try again in a moment.');
    loseWorker();
    await act(async () => undefined);
    refuse(undefined);
    setGroundLink.mockClear();
    loseWorker();
    expect(setGroundLink).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('ends when the connection has ended, also where the worker was late before', async () => {
    const { store, show } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 0 }));
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    await act(async () => undefined);
    act(() => show('off'));
    expect(store.get(isGroundLinkWantedAtom)).toBe(false);
  });

  it('ends when the connection has ended', async () => {
    const { store, setGroundLink, show, loseWorker } = setUp();
    await userEvent.click(await screen.findByRole('button', CONNECT));
    act(() => show('off'));
    expect(store.get(isGroundLinkWantedAtom)).toBe(false);
    loseWorker();
    expect(setGroundLink).toHaveBeenLastCalledWith(false);
    expect(screen.getByRole('button', CONNECT)).toBeVisible();
  });
});

describe('a console of the mission', () => {
  const text = 'Ground systems command ORBITA-1 over the console Console B';
  const linked = (change: Partial<ConsolesView['consoles'][number]> = {}) =>
    threeConsoles({
      consoles: [...consolesView().consoles, { ...CONSOLE_B, hasGroundLink: true, ...change }],
    });

  it.each([
    ['desk', <GroundLinkSign key="desk" />],
    ['wall', <WallFootline key="wall" />],
  ])('says on a %s over which console ground systems command the spacecraft', (_, shown) => {
    const store = createStore();
    store.set(sliceAtoms.consoles, linked());
    renderWithStore(shown, store);
    expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
    act(() => store.set(sliceAtoms.consoles, linked({ isSilent: true })));
    expect(screen.queryByText(text, { exact: false })).toBeNull();
    act(() => store.set(sliceAtoms.consoles, linked()));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByText(text, { exact: false })).toBeNull();
  });

  it('names each console of a shared mission, wherever its ground systems are', () => {
    const store = createStore();
    const consoles = threeConsoles().consoles.map((one) => ({ ...one, hasGroundLink: true as const }));
    store.set(sliceAtoms.consoles, consolesView({ consoles, room: roomView() }));
    renderWithStore(<GroundLinkSign />, store);
    const all = 'Ground systems command ORBITA-1 over the consoles Desk, Wall and Console B';
    expect(screen.getByTitle(all)).toBeVisible();
  });
});
