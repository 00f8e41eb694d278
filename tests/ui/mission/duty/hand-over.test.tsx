import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../../src/shared/contract/outcome.ts';
import type { ConsoleDuty, ConsoleHolder } from '../../../../src/shared/entities/duty-crew.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { hasSingleKeysAtom, hasWallCrewAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { DutyCrewSign } from '../../../../src/ui/mission/duty/DutyCrewSign.tsx';
import {
  askedMissionAtom,
  linkStateAtom,
  type Store,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { useWallCrew } from '../../../../src/ui/wall/use-wall-crew.ts';
import { WallFootline } from '../../../../src/ui/wall/WallFootline.tsx';
import { MISSION_ID, threeConsoles, WALL } from '../../../support/consoles-view.ts';
import { startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { renderWithStore, showMission } from '../../../support/render.tsx';

beforeAll(prefetchCards);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('orbita.tour-done', 'true');
  window.history.replaceState(null, '', '/');
});

const CREW: ConsoleDuty = {
  holder: 'duty crew',
  since: T0,
  task: { text: 'Handles the Signal anomaly', anomalyId: 'a' },
};
const WATCHING: ConsoleDuty = { holder: 'duty crew', since: T0 };

function storeWith(duty?: ConsoleDuty): Store {
  const store = createStore();
  showMission(store, startUneventfulMission());
  if (duty) store.set(sliceAtoms.duty, duty);
  return store;
}

/** Returns an operation that hands over the console, as the mission does. */
function handOverIn(store: Store) {
  return vi.fn(async (holder: ConsoleHolder): Promise<Outcome<ConsoleDuty>> => {
    const value: ConsoleDuty = { holder, since: T0 };
    act(() => store.set(sliceAtoms.duty, value));
    return { ok: true, value };
  });
}

describe('the sign in the header', () => {
  it('shows no duty crew while the operator has the console', () => {
    renderWithStore(<DutyCrewSign onReport={vi.fn()} />, storeWith());
    expect(screen.queryByText('Duty crew')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take back the console' })).toBeNull();
  });

  it('shows that the duty crew has the console, and its task', () => {
    const { store } = renderWithStore(<DutyCrewSign onReport={vi.fn()} />, storeWith(CREW));
    expect(screen.getByText('Duty crew').closest('p')?.title).toBe(
      'The duty crew has the console. Handles the Signal anomaly',
    );
    expect(screen.getByText('Handles the Signal anomaly')).toBeVisible();
    act(() => store.set(sliceAtoms.duty, WATCHING));
    expect(screen.getByText('Monitors the mission')).toBeVisible();
  });

  it('offers the report of the shift that has been handed over', async () => {
    const onReport = vi.fn();
    renderWithStore(<DutyCrewSign onReport={onReport} />, storeWith(CREW));
    await userEvent.click(screen.getByRole('button', { name: 'Shift report' }));
    expect(onReport).toHaveBeenCalledOnce();
  });

  it('does not name a duty crew while the link is lost', () => {
    const { store } = renderWithStore(<DutyCrewSign onReport={vi.fn()} />, storeWith(CREW));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByText('Duty crew')).toBeNull();
  });

  it('returns the console on one press, and keeps the focus nearby', async () => {
    const store = storeWith(CREW);
    const handOverConsole = handOverIn(store);
    renderWithOperations(
      <div role="toolbar" tabIndex={-1}>
        <DutyCrewSign onReport={vi.fn()} />
      </div>,
      { handOverConsole },
      store,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take back the console' }));
    expect(handOverConsole).toHaveBeenCalledExactlyOnceWith('operator');
    expect(screen.queryByText('Duty crew')).toBeNull();
    expect(screen.getByRole('toolbar')).toHaveFocus();
  });
});

describe('the key H', () => {
  it('hands the console over and back', async () => {
    const store = storeWith();
    const handOverConsole = handOverIn(store);
    renderWithOperations(<Dashboard />, { handOverConsole }, store);
    await userEvent.keyboard('h');
    expect(handOverConsole).toHaveBeenLastCalledWith('duty crew');
    await userEvent.keyboard('h');
    expect(handOverConsole).toHaveBeenLastCalledWith('operator');
    expect(handOverConsole).toHaveBeenCalledTimes(2);
  });

  it('does nothing once single keys are switched off', async () => {
    const store = storeWith();
    store.set(hasSingleKeysAtom, false);
    renderWithOperations(<Dashboard />, {}, store);
    await userEvent.keyboard('h');
    expect(store.get(sliceAtoms.duty)?.holder).toBe('operator');
    store.set(hasSingleKeysAtom, true);
  });

  it('is on the key sheet with the name of its present action', async () => {
    const { store } = renderWithOperations(<Dashboard />, {}, storeWith());
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keys' });
    expect(within(sheet).getByText('Hand over to the duty crew')).toBeVisible();
    act(() => store.set(sliceAtoms.duty, WATCHING));
    expect(within(sheet).getByText('Take the console back')).toBeVisible();
  });
});

describe('the palette', () => {
  const choose = async (name: RegExp) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await userEvent.keyboard('duty crew');
    await userEvent.click(screen.getByRole('option', { name }));
  };

  it('has one hand-over action, named by the state', async () => {
    const store = storeWith();
    const handOverConsole = handOverIn(store);
    renderWithOperations(<Dashboard />, { handOverConsole }, store);
    await choose(/^Hand over to the duty crew/);
    expect(handOverConsole).toHaveBeenLastCalledWith('duty crew');
    await choose(/^Take the console back/);
    expect(handOverConsole).toHaveBeenLastCalledWith('operator');
  });

  it('switches the duty crew on the wall off and on, and the browser remembers it', async () => {
    const { store } = renderWithOperations(<Dashboard />, {}, storeWith());
    await choose(/^Switch the duty crew on the wall off/);
    expect(store.get(hasWallCrewAtom)).toBe(false);
    expect(localStorage.getItem('orbita.wall-duty-crew')).toBe('false');
    await choose(/^Switch the duty crew on the wall on/);
    expect(store.get(hasWallCrewAtom)).toBe(true);
  });
});

describe('a wall', () => {
  function Wall() {
    useWallCrew();
    return <WallFootline />;
  }

  function renderWall(prepare: (store: Store) => void = () => undefined) {
    const store = storeWith();
    store.set(hasWallCrewAtom, true);
    prepare(store);
    const handOverConsole = handOverIn(store);
    renderWithOperations(<Wall />, { handOverConsole }, store);
    return { store, handOverConsole };
  }

  it('hands its console to the duty crew when it opens, and says so', async () => {
    const { store, handOverConsole } = renderWall();
    await waitFor(() => expect(handOverConsole).toHaveBeenCalledExactlyOnceWith('duty crew'));
    act(() => store.set(sliceAtoms.duty, CREW));
    expect(await screen.findByText('Duty crew')).toBeVisible();
  });

  it('waits for its mission', () => {
    const store = createStore();
    renderWithOperations(<Wall />, {}, store);
    expect(screen.queryByText('Duty crew')).toBeNull();
  });

  it('leaves the console with the operator if that is switched off', () => {
    const { store, handOverConsole } = renderWall((opened) => opened.set(hasWallCrewAtom, false));
    expect(handOverConsole).not.toHaveBeenCalled();
    expect(screen.queryByText('Duty crew')).toBeNull();
    act(() => store.set(hasWallCrewAtom, true));
    expect(handOverConsole).toHaveBeenCalledExactlyOnceWith('duty crew');
  });

  it('returns the console by H, and on leaving for the dashboard', async () => {
    const { store } = renderWall();
    await userEvent.keyboard('h');
    expect(store.get(sliceAtoms.duty)?.holder).toBe('operator');
    await userEvent.keyboard('h');
    expect(store.get(sliceAtoms.duty)?.holder).toBe('duty crew');
    await userEvent.keyboard('{Escape}');
    expect(store.get(sliceAtoms.duty)?.holder).toBe('operator');
  });

  it('leaves the console as it is in a mission that it has joined, but for H', async () => {
    const { store, handOverConsole } = renderWall((opened) => {
      opened.set(askedMissionAtom, MISSION_ID);
      opened.set(sliceAtoms.consoles, threeConsoles({ self: WALL.id }));
    });
    act(() => store.set(hasWallCrewAtom, false));
    await userEvent.keyboard('{Escape}');
    expect(handOverConsole).not.toHaveBeenCalled();
    await userEvent.keyboard('h');
    expect(handOverConsole).toHaveBeenCalledExactlyOnceWith('duty crew');
  });

  it('has the crew in a mission of its own, which it asked in vain to join', () => {
    const { handOverConsole } = renderWall((opened) => opened.set(askedMissionAtom, MISSION_ID));
    expect(handOverConsole).toHaveBeenCalledExactlyOnceWith('duty crew');
  });
});
