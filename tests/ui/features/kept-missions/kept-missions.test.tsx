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
import { keepsMissionsAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import {
  keepingAtom,
  missionSecondAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView, MISSION_ID } from '../../../support/consoles-view.ts';
import { later } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { EDGE, START } from '../../../support/time-control.tsx';

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
    expect(screen.getByText(/deleted outside this page at 13:00 UTC/)).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
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
