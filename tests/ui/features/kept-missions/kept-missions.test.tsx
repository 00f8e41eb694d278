import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { MissionOffer } from '../../../../src/ui/app/MissionOffer.tsx';
import {
  type KeptMission,
  type KeptMissionActions,
  keptMissionActionsAtom,
  keptMissionsAtom,
  offeredMissionAtom,
} from '../../../../src/ui/features/kept-missions/atoms.ts';
import { ContinueOffer } from '../../../../src/ui/features/kept-missions/ContinueOffer.tsx';
import { KeptMissions } from '../../../../src/ui/features/kept-missions/KeptMissions.tsx';
import { replacementTextAtom } from '../../../../src/ui/features/kept-missions/mission-name.ts';
import { keepsMissionsAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import {
  keepingAtom,
  missionSecondAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../../src/ui/mission/link/atoms.ts';
import {
  CONSOLE_B,
  consolesView,
  MISSION_ID,
  roomView,
  threeConsoles,
} from '../../../support/consoles-view.ts';
import { later } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { BRANCH, EDGE, MISSION, START, transportView } from '../../../support/time-control.tsx';

beforeAll(prefetchCards);
beforeEach(() => localStorage.clear());

const KEPT: KeptMission = {
  id: 'b'.repeat(32),
  isDamaged: false,
  startTime: later(40 * 60_000),
  time: later(55 * 60_000),
  savedAt: later(56 * 60_000),
  isShown: false,
};
const YESTERDAY: KeptMission = { ...KEPT, id: 'c'.repeat(32), startTime: later(-86_400_000) };
const SHOWN: KeptMission = { ...KEPT, id: 'd'.repeat(32), startTime: START, isShown: true };
const OWN: KeptMission = { ...KEPT, id: MISSION_ID, startTime: EDGE, isShown: true };
const DAMAGED: KeptMission = { ...KEPT, id: 'e'.repeat(32), isDamaged: true };

function setUp(ui = <KeptMissions />, missions = [KEPT, YESTERDAY, SHOWN, OWN, DAMAGED]) {
  const store = createStore();
  const actions = {
    refresh: vi.fn(async () => undefined),
    continueMission: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
  } satisfies KeptMissionActions;
  store.set(sliceAtoms.consoles, consolesView());
  store.set(wallSecondAtom, EDGE);
  store.set(keepsMissionsAtom, true);
  store.set(keptMissionActionsAtom, actions);
  store.set(keepingAtom, { status: 'on' });
  store.set(keptMissionsAtom, missions);
  store.set(offeredMissionAtom, KEPT.id);
  renderWithOperations(ui, {}, store);
  return { store, actions };
}

type Rig = ReturnType<typeof setUp>;

const WITH_BRANCHES = transportView({ branches: [MISSION, BRANCH] });

/** Makes the window one of three, with a branch. */
function follow({ store }: Rig): void {
  act(() => {
    store.set(sliceAtoms.consoles, threeConsoles({ leader: CONSOLE_B.id }));
    store.set(sliceAtoms.transport, WITH_BRANCHES);
    store.set(keepingAtom, { status: 'other' });
  });
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Kept missions' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('the kept missions', () => {
  it('are listed as they are now, with what can be done with each', () => {
    const { actions } = setUp();
    expect(actions.refresh).toHaveBeenCalledOnce();
    expect(rows()).toEqual([
      'Mission of 12:4015 min · kept 12:56 UTCContinueDelete',
      'Mission of 2026-11-19 12:001 d · kept 12:56 UTCContinueDelete',
      'Mission of 12:00in another window · 55 min · kept 12:56 UTCJoin',
      'Mission of 13:00this window · 0 s · kept 12:56 UTC',
      'Damaged missioncannot be readDelete',
    ]);
  });

  it('are kept by the console that leads, without the branches of the others, which is said there', () => {
    const { store } = setUp();
    expect(
      screen.getByText(
        'This mission is kept in the database of this browser, to be continued on a later visit.',
      ),
    ).toBeVisible();
    act(() => store.set(keepingAtom, { status: 'other' }));
    expect(
      screen.getByText(
        /keeps this mission, without the branches of this console, which are in the memory of this page\.$/,
      ),
    ).toBeVisible();
  });

  it('are continued', async () => {
    const { actions } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Continue mission of 12:40' }));
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
  });

  it('are joined where another window shows them', async () => {
    const { actions } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Join mission of 12:00' }));
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(SHOWN.id);
  });

  it('are deleted one by one, once that is confirmed', async () => {
    const { actions } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Delete the mission of 12:40' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(actions.remove).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Delete the mission of 12:40' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(actions.remove).toHaveBeenCalledExactlyOnceWith([KEPT.id]);
  });

  it('are deleted all at once, but those that a window shows', async () => {
    const { actions } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Delete all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete all 3' }));
    expect(actions.remove).toHaveBeenCalledExactlyOnceWith([KEPT.id, YESTERDAY.id, DAMAGED.id]);
  });

  it('are no longer added to once that is switched off, and that of this window can be deleted', async () => {
    const { store, actions } = setUp();
    const keep = screen.getByRole('checkbox', { name: 'Keep missions in this browser' });
    expect(keep).toBeChecked();
    expect(keep).toHaveAccessibleDescription(
      /While this is off, stored missions stay and no new ones are stored\./,
    );
    await userEvent.click(keep);
    expect(store.get(keepsMissionsAtom)).toBe(false);
    expect(localStorage.getItem('orbita.keep-missions')).toBe('false');
    await userEvent.click(screen.getByRole('button', { name: 'Delete the mission of 13:00' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(actions.remove).toHaveBeenCalledExactlyOnceWith([OWN.id]);
  });

  it('say why the mission is not kept, and that they were deleted from outside', () => {
    const { store } = setUp(<KeptMissions />, []);
    act(() =>
      store.set(keepingAtom, {
        status: 'stopped',
        reason: 'the storage of this browser is full',
        deletedAt: EDGE,
      }),
    );
    expect(
      screen.getByText(
        /not kept: the storage of this browser is full\. It is in the memory of this page\. Everything else continues\./,
      ),
    ).toBeVisible();
    expect(
      screen.getByText(
        'All kept missions were deleted outside this page at 13:00 UTC, or a newer version of this page has taken them over.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('are continued only after a question where branches of this window are lost', async () => {
    const rig = setUp();
    follow(rig);
    await userEvent.click(screen.getByRole('button', { name: 'Continue mission of 12:40' }));
    const question = within(screen.getByRole('group', { name: 'Continue the mission of 12:40?' }));
    expect(
      question.getByText(
        'The time since then is simulated. The mission of this window ends; another window keeps it. The branches of this window are lost.',
      ),
    ).toBeVisible();
    expect(question.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(rig.actions.continueMission).not.toHaveBeenCalled();
    expect(screen.getByRole('list', { name: 'Kept missions' }).parentElement).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Continue mission of 12:40' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(rig.actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('are joined only after a question while the mission of this window is not kept', async () => {
    const { store, actions } = setUp();
    act(() => store.set(keepingAtom, { status: 'off' }));
    await userEvent.click(screen.getByRole('button', { name: 'Join mission of 12:00' }));
    expect(
      screen.getByText(
        'Another window shows it. The mission of this window ends; it is not kept, because keeping missions is switched off.',
      ),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Join' }));
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(SHOWN.id);
  });

  it('leave the focus in their section when the last one is deleted', async () => {
    const { store } = setUp(<KeptMissions />, [KEPT]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete the mission of 12:40' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete it' }));
    act(() => store.set(keptMissionsAtom, []));
    expect(screen.getByRole('region', { name: 'Kept missions' })).toHaveFocus();
  });
});

describe('the mission of this window, when another one replaces it', () => {
  it.each([
    ['on', 'The mission of this window ends; it is kept.'],
    ['waiting', 'The mission of this window ends; it is not kept: nothing has been done in it yet.'],
    ['starting', 'The mission of this window ends; it may not be kept: the database has not answered yet.'],
  ] as const)('ends as its keeping says: %s', (status, text) => {
    const { store } = setUp();
    store.set(keepingAtom, { status });
    expect(store.get(replacementTextAtom)).toBe(text);
  });

  it('ends with the branches of a window that does not keep them', () => {
    const rig = setUp();
    follow(rig);
    expect(rig.store.get(replacementTextAtom)).toBe(
      'The mission of this window ends; another window keeps it. The branches of this window are lost.',
    );
    rig.store.set(sliceAtoms.consoles, consolesView({ room: roomView() }));
    expect(rig.store.get(replacementTextAtom)).toBe(
      'This window leaves the shared mission, which goes on without it. The branches of this window are lost.',
    );
  });

  it('keeps the branches of the window that keeps it', () => {
    const { store } = setUp();
    store.set(sliceAtoms.consoles, threeConsoles());
    store.set(sliceAtoms.transport, WITH_BRANCHES);
    expect(store.get(replacementTextAtom)).toBe('The mission of this window ends; it is kept.');
  });
});

it('are continued from the palette, once that is confirmed', async () => {
  const { store, actions } = setUp(<Dashboard />);
  act(() => store.set(missionSecondAtom, EDGE));
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await userEvent.type(palette.getByRole('combobox'), 'last visit{Enter}');
  expect(await palette.findByText(/The mission of this window ends; it is kept\./)).toBeVisible();
  await userEvent.click(palette.getByRole('button', { name: 'Continue' }));
  expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
});

it('are joined from the palette where another window shows them, once that is confirmed', async () => {
  const { store, actions } = setUp(<Dashboard />, [SHOWN, KEPT]);
  act(() => store.set(missionSecondAtom, EDGE));
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await userEvent.type(palette.getByRole('combobox'), 'Join the mission{Enter}');
  expect(
    await palette.findByText(/^Another window shows it\. The mission of this window ends/),
  ).toBeVisible();
  await userEvent.click(palette.getByRole('button', { name: 'Join' }));
  expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(SHOWN.id);
});

it('are continued from the palette, if the window that showed them has been closed', async () => {
  const { store, actions } = setUp(<Dashboard />, [SHOWN]);
  act(() => store.set(missionSecondAtom, EDGE));
  actions.refresh.mockImplementation(async () => {
    store.set(keptMissionsAtom, [{ ...SHOWN, isShown: false }]);
    return undefined;
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await userEvent.type(palette.getByRole('combobox'), 'last visit{Enter}');
  expect(await palette.findByText(/^The time since then is simulated\./)).toBeVisible();
});

describe('the offer', () => {
  const offer = () => screen.queryByRole('button', { name: 'Continue the mission of 12:40' });

  /** Renders both places; the window's width decides which is shown. */
  const places = (
    <>
      <ContinueOffer place="row" />
      <ContinueOffer place="foot" />
    </>
  );

  it('continues the mission in one action, in one place', async () => {
    const { actions } = setUp(places);
    expect(offer()).toBeVisible();
    await userEvent.click(offer() as HTMLElement);
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
  });

  it('joins the mission that another window shows', async () => {
    const { store, actions } = setUp(places);
    act(() => store.set(offeredMissionAtom, SHOWN.id));
    const join = screen.getByRole('button', { name: 'Join the mission of 12:00' });
    expect(join).toHaveAccessibleDescription('Another window shows it');
    await userEvent.click(join);
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(SHOWN.id);
  });

  it.each(['off', 'stopped', 'starting'] as const)(
    'asks before it ends a mission that is not kept: %s',
    async (status) => {
      const { store, actions } = setUp(places);
      act(() => store.set(keepingAtom, { status }));
      await userEvent.click(offer() as HTMLElement);
      const dialog = within(screen.getByRole('dialog', { name: 'Continue the mission of 12:40?' }));
      expect(
        dialog.getByText(/^The time since then is simulated\. The mission of this window ends/),
      ).toBeVisible();
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(actions.continueMission).not.toHaveBeenCalled();
      await userEvent.click(offer() as HTMLElement);
      await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
      expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('asks whether to continue it once the window that showed it has been closed', async () => {
    const { store, actions } = setUp(places);
    act(() => {
      store.set(keepingAtom, { status: 'off' });
      store.set(offeredMissionAtom, SHOWN.id);
    });
    actions.refresh.mockImplementation(async () => {
      store.set(keptMissionsAtom, [{ ...SHOWN, isShown: false }]);
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Join the mission of 12:00' }));
    expect(await screen.findByRole('dialog', { name: 'Continue the mission of 12:00?' })).toBeVisible();
  });

  it('asks before it ends branches that nothing keeps', async () => {
    const rig = setUp(places);
    follow(rig);
    await userEvent.click(offer() as HTMLElement);
    expect(screen.getByText(/The branches of this window are lost\.$/)).toBeVisible();
    expect(rig.actions.continueMission).not.toHaveBeenCalled();
  });

  it('does not ask before it ends a mission in which nothing has been done', async () => {
    const { store, actions } = setUp(places);
    act(() => store.set(keepingAtom, { status: 'waiting' }));
    await userEvent.click(offer() as HTMLElement);
    expect(actions.continueMission).toHaveBeenCalledExactlyOnceWith(KEPT.id);
  });

  it('is gone once it is dismissed; the mission stays', async () => {
    const { store } = setUp(places);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss the kept mission' }));
    expect(offer()).toBeNull();
    expect(store.get(keptMissionsAtom)).toContain(KEPT);
  });

  it('leaves the focus to the content of the page', async () => {
    setUp(
      <>
        <main tabIndex={-1} />
        <MissionOffer place="foot" />
      </>,
    );
    (await screen.findByRole('button', { name: 'Dismiss the kept mission' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('is gone once the window shows that mission', () => {
    const { store } = setUp(places);
    act(() => store.set(sliceAtoms.consoles, consolesView({ missionId: KEPT.id })));
    expect(offer()).toBeNull();
  });
});
