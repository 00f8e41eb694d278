import { act, fireEvent, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoomView } from '../../../src/shared/contract/consoles.ts';
import type { RemoteOperations } from '../../../src/shared/contract/operations.ts';
import type { TransportView } from '../../../src/shared/contract/transport.ts';
import { useMissionActions } from '../../../src/ui/app/actions/use-mission-actions.ts';
import { useShellActions } from '../../../src/ui/app/actions/use-shell-actions.ts';
import { Dashboard } from '../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../src/ui/app/deferred-parts.ts';
import { isCommandFormOpenAtom } from '../../../src/ui/features/commands/command-draft.ts';
import { isEventFormOpenAtom } from '../../../src/ui/features/timeline/event-draft.ts';
import { isSettledAtom } from '../../../src/ui/kit/page/settled.ts';
import { linkStateAtom, sliceAtoms } from '../../../src/ui/mission/link/atoms.ts';
import { whyReadOnlyAtom } from '../../../src/ui/mission/link/read-only.ts';
import { SessionControlContext } from '../../../src/ui/mission/link/session-control.ts';
import { whyNoRadioAtom } from '../../../src/ui/mission/places/atoms.ts';
import { CriticalSetting } from '../../../src/ui/mission/time/CriticalSetting.tsx';
import { TransportBar } from '../../../src/ui/mission/time/TransportBar.tsx';
import { useWallCrew } from '../../../src/ui/wall/use-wall-crew.ts';
import { useWallRate } from '../../../src/ui/wall/use-wall-rate.ts';
import { consolesView, roomView, viewerView } from '../../support/consoles-view.ts';
import { startUneventfulMission } from '../../support/mission.ts';
import { renderWithOperations } from '../../support/operations.tsx';
import { showMission } from '../../support/render.tsx';
import {
  BRANCH,
  fakeSessionControl,
  MISSION,
  renderWithTime,
  START,
  showTime,
  transportView,
} from '../../support/time-control.tsx';
import { anomaly } from '../features/anomalies/fixtures.ts';
import { command } from '../features/commands/commands.ts';
import { eventOf } from '../features/timeline/fixture.tsx';

// The cards of the other tabs load on demand.
beforeAll(prefetchCards);
beforeEach(() => window.history.replaceState(null, '', '/'));

const WATCHING = 'You are watching this mission: its operators command it.';
const UNREACHABLE = 'The shared mission cannot be reached: nothing can be ordered now.';
const IN_BRANCH = transportView({ branch: 'B', branches: [MISSION, BRANCH], isInStep: false });

/** Returns a store of a shared mission with pending actions everywhere. */
function storeOf(room: RoomView, transport: TransportView = transportView()) {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.consoles, consolesView({ room }));
  store.set(sliceAtoms.anomalies, [
    anomaly('a', { timestamp: START, suggestedAction: 'Rotate Antenna' }),
    anomaly('s', { timestamp: START, shelved: { until: START, reason: 'known' } }),
  ]);
  store.set(sliceAtoms.commands, [command('c')]);
  store.set(sliceAtoms.timeline, [eventOf('planned'), eventOf('running', { status: 'In Progress' })]);
  store.set(sliceAtoms.duty, { holder: 'duty crew', since: START });
  store.set(isCommandFormOpenAtom, true);
  store.set(isEventFormOpenAtom, true);
  showTime(store, transport);
  return store;
}

const ORDERS = [
  ['anomalies', ['Acknowledge', 'Resolve', 'Shelve', 'Unshelve', 'Execute Rotate Antenna…']],
  ['commands', ['Execute', 'Cancel', 'Queue Command']],
  ['timeline', ['Edit', 'Start', 'Cancel', 'Complete', 'Add Event']],
] as const;

const TAKE_BACK = { name: 'Take back the console' };

describe('the page of a viewer', () => {
  it.each(ORDERS)(
    'has no buttons to command with on the tab %s, but in a branch of its own',
    async (tab, names) => {
      window.history.replaceState(null, '', `/?tab=${tab}`);
      const { store } = renderWithOperations(<Dashboard />, {}, storeOf(viewerView()));
      await screen.findAllByText(/message of a|Rotate Antenna|planned/);
      for (const name of [...names, 'New Command', 'New Event'])
        expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('button', TAKE_BACK)).toBeNull();
      act(() => showTime(store, IN_BRANCH));
      for (const name of names)
        expect((await screen.findAllByRole('button', { name }))[0]).not.toHaveAttribute('aria-disabled');
      expect(screen.getByRole('button', TAKE_BACK)).toBeVisible();
    },
  );

  it('says why an operation is refused, but in a branch of its own', () => {
    const store = storeOf(viewerView());
    expect(store.get(whyReadOnlyAtom)).toBe(WATCHING);
    expect(store.get(whyNoRadioAtom)).toBe(WATCHING);
    showTime(store, IN_BRANCH);
    expect(store.get(whyReadOnlyAtom)).toBeUndefined();
  });

  it('has neither an action nor a key that commands the mission', () => {
    let actions: readonly string[] = [];
    function Actions() {
      actions = [...useMissionActions(), ...useShellActions()].map(({ id }) => id);
      return null;
    }
    const { store } = renderWithOperations(<Actions />, {}, storeOf(viewerView()));
    const commanding =
      /^(queue|executeCommand|cancel|acknowledge|resolve|start|complete|hand-over|new-|demonstrate|pause|slower|faster|step|rate|run-until|slow-on)/;
    expect(actions.filter((id) => commanding.test(id))).toEqual([]);
    expect(actions).toEqual(expect.arrayContaining(['session-time', 'take-over', 'wall', 'export-log']));
    act(() => showTime(store, IN_BRANCH));
    expect(actions.filter((id) => commanding.test(id)).length).toBeGreaterThan(20);
  });
});

describe('the page of an operator', () => {
  it.each(ORDERS)(
    'says on the tab %s that nothing can be ordered while the link is lost',
    async (tab, names) => {
      window.history.replaceState(null, '', `/?tab=${tab}`);
      const store = storeOf(roomView({ isConnected: false, lostAt: START }));
      renderWithOperations(<Dashboard />, {}, store);
      for (const name of names.filter((one) => !['Shelve', 'Edit'].includes(one))) {
        const [button] = await screen.findAllByRole('button', { name });
        expect(button).toHaveAttribute('aria-disabled', 'true');
        expect(button).toHaveAccessibleDescription(expect.stringContaining(UNREACHABLE));
      }
    },
  );

  it('may command a branch while the link is lost', () => {
    const store = storeOf(roomView({ isConnected: false, lostAt: START }), IN_BRANCH);
    expect(store.get(whyReadOnlyAtom)).toBeUndefined();
  });
});

describe('the time control', () => {
  const open = (room: RoomView, view: TransportView) => {
    const rendered = renderWithTime(<TransportBar />, view);
    act(() => rendered.store.set(sliceAtoms.consoles, consolesView({ room })));
    return rendered;
  };
  const names = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'));
  const boxes = () => screen.queryAllByRole('combobox').map((one) => one.getAttribute('aria-label'));

  it('of a viewer has no rate of the mission, but the past and branches', () => {
    open(viewerView(), transportView({ rate: 60, isInStep: false, isMissionInStep: false }));
    expect(boxes()).toEqual([]);
    expect(names()).toEqual(['Take over', 'Branches']);
    expect(screen.getByRole('slider')).toBeEnabled();
  });

  it('of a viewer has the rate of a replay', () => {
    open(viewerView(), transportView({ mode: 'replay' }));
    expect(boxes()).toEqual(['Rate']);
    expect(names()).toEqual(['Play', 'Step one sample', 'Take over', 'Branches', 'Return to live']);
  });

  it('of a viewer leads back from a branch to the mission as it is', () => {
    const { control } = open(viewerView(), IN_BRANCH);
    expect(boxes()).toEqual(['Rate', 'Run until']);
    fireEvent.click(screen.getByRole('button', { name: 'Return to the mission' }));
    expect(control.showBranch).toHaveBeenCalledExactlyOnceWith('A');
    expect(control.returnToUtc).not.toHaveBeenCalled();
  });

  it('does not say that a mission without a link is live', () => {
    open(roomView({ isConnected: false, lostAt: START }), transportView());
    expect(boxes()).toEqual([]);
    expect(names()).toEqual(['Take over', 'Branches']);
    expect(screen.getByRole('region', { name: 'Time control' })).toHaveAttribute('data-time', 'lost');
  });
});

describe('a shared mission', () => {
  it('keeps its own setting for Critical anomalies, whatever this operator prefers', async () => {
    const { store, control } = renderWithTime(<CriticalSetting />, transportView());
    act(() => {
      store.set(sliceAtoms.consoles, consolesView({ room: roomView() }));
      showTime(store, transportView({ slowsOnCritical: false }));
    });
    await act(async () => {});
    expect(control.slowOnCritical).not.toHaveBeenCalled();
  });

  it('is not followed by offers and settings of a wall, whose keys command nothing as a viewer', async () => {
    window.history.replaceState(null, '', '/?display=wall&rate=60');
    function Wall() {
      useWallCrew();
      useWallRate();
      return null;
    }
    const store = createStore();
    const handOverConsole = vi.fn<RemoteOperations['handOverConsole']>();
    const control = fakeSessionControl();
    renderWithOperations(
      <SessionControlContext value={control}>
        <Wall />
      </SessionControlContext>,
      { handOverConsole },
      store,
    );
    act(() => {
      showMission(store, startUneventfulMission());
      store.set(sliceAtoms.consoles, consolesView({ room: viewerView() }));
      store.set(isSettledAtom, true);
    });
    for (const key of ['h', 'l', 'Escape']) fireEvent.keyDown(document, { key });
    await act(async () => {});
    expect(handOverConsole).not.toHaveBeenCalled();
    expect(control.setRate).not.toHaveBeenCalled();
    expect(control.returnToUtc).not.toHaveBeenCalled();
  });
});
