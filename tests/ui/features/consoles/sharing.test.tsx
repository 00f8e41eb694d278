import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsolesView, RoomAddress, SentOperations } from '../../../../src/shared/contract/consoles.ts';
import type { Outcome } from '../../../../src/shared/contract/outcome.ts';
import { addMs } from '../../../../src/shared/kit/units.ts';
import { Footer } from '../../../../src/ui/app/Footer.tsx';
import { ConsolesButton } from '../../../../src/ui/features/consoles/ConsolesButton.tsx';
import { SharedMissionLine } from '../../../../src/ui/features/consoles/SharedMissionLine.tsx';
import { replacementTextAtom } from '../../../../src/ui/features/kept-missions/mission-name.ts';
import { MissionClocks } from '../../../../src/ui/mission/clocks/MissionClocks.tsx';
import {
  enteringSinceAtom,
  keepingAtom,
  linkStateAtom,
  roomAddressAtom,
  roomRefusalAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../../src/ui/mission/link/atoms.ts';
import { LoadingState } from '../../../../src/ui/mission/link/LoadingState.tsx';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { SharingContext } from '../../../../src/ui/mission/link/sharing.ts';
import { type Recorder, RecorderContext } from '../../../../src/ui/mission/recordings/recorder.ts';
import { WallTime } from '../../../../src/ui/wall/WallTime.tsx';
import {
  consolesView,
  KEYS,
  keyOf,
  MISSION_ID,
  roomView,
  threeConsoles,
  viewerView,
  WALL,
} from '../../../support/consoles-view.ts';
import { eventually } from '../../../support/eventually.ts';
import { renderWithStore } from '../../../support/render.tsx';
import {
  BRANCH,
  EDGE,
  fakeSessionControl,
  MISSION,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

const ROOM: RoomAddress = { id: 'f'.repeat(32), key: keyOf('k') };

const HERE = window.location.href;
const openAt = (address: string): void =>
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address);

beforeEach(() => openAt('https://ops.example/'));
afterEach(() => {
  openAt(HERE);
  act(() => void toast.dismiss());
});

function setUp(view: ConsolesView = consolesView()) {
  const store = createStore();
  showTime(store, transportView());
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.consoles, view);
  if (view.room)
    store.set(roomAddressAtom, { id: view.missionId, key: view.room.keys?.operator ?? keyOf('v') });
  const copied: string[] = [];
  const recorder: Recorder = {
    begin: vi.fn(),
    takeRecording: async () => undefined,
    check: async () => ({ equalCount: 0 }),
    open: () => undefined,
    copy: async (text) => void copied.push(await text),
  };
  const sharing = {
    shareMission: vi.fn(async (): Promise<Outcome<RoomAddress>> => ({ ok: true, value: ROOM })),
    renewRoomKeys: vi.fn(async (): Promise<Outcome<undefined>> => ({ ok: true, value: undefined })),
    sendDoneAlone: vi.fn(
      async (): Promise<Outcome<SentOperations>> => ({ ok: true, value: { sent: 3, refusals: [] } }),
    ),
    enterRoom: vi.fn(),
  };
  const control = fakeSessionControl();
  renderWithStore(
    <SessionControlContext value={control}>
      <RecorderContext value={recorder}>
        <SharingContext value={sharing}>
          <MissionClocks />
          <ConsolesButton />
          <SharedMissionLine />
          <Footer />
          <LoadingState headline="Loading telemetry…" />
        </SharingContext>
      </RecorderContext>
    </SessionControlContext>,
    store,
  );
  const show = (next: ConsolesView) => act(() => store.set(sliceAtoms.consoles, next));
  return { store, copied, recorder, sharing, control, show };
}

const button = () => screen.getByRole('button', { name: 'Consoles' });

async function openPanel() {
  await userEvent.click(button());
  const panel = within(await screen.findByRole('dialog', { name: 'Consoles' }));
  await panel.findByRole('heading', { name: 'Kept missions' });
  return panel;
}

describe('a mission that is not shared', () => {
  it('is shared with other machines on request, and then entered', async () => {
    const { sharing } = setUp();
    const panel = await openPanel();
    expect(panel.queryByRole('heading', { name: 'Shared mission' })).toBeNull();
    await userEvent.click(panel.getByRole('button', { name: 'Share with other machines' }));
    expect(sharing.enterRoom).toHaveBeenCalledExactlyOnceWith(ROOM);
  });

  it('says why it cannot be shared, and goes on', async () => {
    const { sharing } = setUp();
    sharing.shareMission.mockResolvedValue({ ok: false, message: 'This server shares no missions.' });
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Share with other machines' }));
    expect(await panel.findByText('This server shares no missions.')).toBeVisible();
    expect(sharing.enterRoom).not.toHaveBeenCalled();
  });

  it('says that the branches of the window end, if it has any', async () => {
    const { store } = setUp();
    const panel = await openPanel();
    expect(panel.queryByText(/branches of this window/)).toBeNull();
    act(() => store.set(sliceAtoms.transport, transportView({ branches: [MISSION, BRANCH] })));
    expect(panel.getByText(/The branches of this window are not shared, and end/)).toBeVisible();
  });
});

describe('a shared mission, to an operator', () => {
  const shared = (room = roomView({ viewerCount: 12 })) => threeConsoles({ room });

  it('is counted on the button, whose description has the viewers', () => {
    const { show } = setUp(shared());
    expect(button()).toHaveTextContent(/^3 consoles$/);
    expect(button()).toHaveAccessibleDescription('3 consoles and 12 viewers show this mission');
    show(consolesView({ room: roomView({ viewerCount: 1 }) }));
    expect(button()).toHaveTextContent(/^1 console$/);
    expect(button()).toHaveAccessibleDescription('1 console and 1 viewer show this mission');
    show(consolesView({ room: roomView() }));
    expect(button()).toHaveAccessibleDescription('1 console shows this mission');
  });

  it('lists the operators, says how many watch, and until when it is shared', async () => {
    setUp(shared());
    const panel = await openPanel();
    const list = panel.getByRole('list', { name: 'Consoles of this mission' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(panel.getByRole('region', { name: 'Shared mission' })).toHaveTextContent(
      '12 viewers. Shared until 2026-11-27 12:40 UTC at the latest.',
    );
    expect(panel.queryByRole('button', { name: 'Share with other machines' })).toBeNull();
    expect(panel.queryByRole('button', { name: 'Copy link to join' })).toBeNull();
  });

  it.each([
    ['operator', KEYS.operator, 'Lets others command this mission.'],
    ['viewer', KEYS.viewer, 'Lets others watch, and command only branches of their own.'],
  ])('has a link for an %s, and says what it allows', async (role, key, text) => {
    const { copied } = setUp(shared());
    const panel = await openPanel();
    const copy = panel.getByRole('button', { name: `Copy ${role} link` });
    expect(copy).toHaveAccessibleDescription(text);
    await userEvent.click(copy);
    await eventually(() => expect(copied).toEqual([`https://ops.example/?mission=${MISSION_ID}#key=${key}`]));
    await eventually(() => expect(toast.getToasts()).toHaveLength(1));
    expect(JSON.stringify(toast.getToasts())).not.toContain(key);
    expect(panel.queryByText(/only this machine understands/)).toBeNull();
  });

  it.each(['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]:8080/'])(
    'says that other machines need the name of this machine, if the page was opened at %s',
    async (address) => {
      openAt(address);
      setUp(shared());
      expect((await openPanel()).getByText(/only this machine understands/)).toBeVisible();
    },
  );

  it('opens the wall as a viewer', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    setUp(shared());
    await userEvent.click((await openPanel()).getByRole('button', { name: 'Open wall display' }));
    expect(open.mock.calls[0]?.[0]).toBe(`/?display=wall&mission=${MISSION_ID}#key=${KEYS.viewer}`);
    open.mockRestore();
  });

  it('replaces the links after a confirmation that says what happens', async () => {
    const { sharing } = setUp(shared());
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'New links…' }));
    const question = panel.getByRole('group', { name: /everyone who uses them is disconnected/ });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep the links' }));
    expect(sharing.renewRoomKeys).not.toHaveBeenCalled();
    await userEvent.click(panel.getByRole('button', { name: 'New links…' }));
    await userEvent.click(panel.getByRole('button', { name: 'Make new links' }));
    expect(sharing.renewRoomKeys).toHaveBeenCalledOnce();
    expect(await panel.findByText('The old links no longer work. Copy the new ones.')).toBeVisible();
  });

  it('with a full log says so above the footer, and is shared again on request', async () => {
    const { show, sharing } = setUp(shared());
    const panel = await openPanel();
    expect(panel.queryByRole('button', { name: 'Share again' })).toBeNull();
    show(shared(roomView({ isFull: true })));
    expect(await screen.findByText(/^The log of the shared mission is full/)).toHaveTextContent(
      'Share the mission again in the Consoles panel.',
    );
    expect(panel.getByText(/^Its log is full, and no more operations are accepted\./)).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Share again' }));
    expect(sharing.enterRoom).toHaveBeenCalledExactlyOnceWith(ROOM);
  });

  it('says why the links cannot be replaced', async () => {
    const { sharing } = setUp(shared());
    sharing.renewRoomKeys.mockResolvedValue({ ok: false, message: 'The server did not answer.' });
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'New links…' }));
    await userEvent.click(panel.getByRole('button', { name: 'Make new links' }));
    expect(await panel.findByText('The server did not answer.')).toBeVisible();
  });

  it('is kept by the server and not in this browser, and is left when another mission replaces it', async () => {
    const { store } = setUp(shared());
    act(() => store.set(keepingAtom, { status: 'other' }));
    expect((await openPanel()).getByText(/^The server keeps this shared mission/)).toBeVisible();
    expect(store.get(replacementTextAtom)).toBe(
      'This window leaves the shared mission, which goes on without it.',
    );
  });
});

describe('a shared mission, to a viewer', () => {
  it('says that operators command it, and has no links', async () => {
    setUp(consolesView({ self: 'viewer-1', room: viewerView() }));
    const panel = await openPanel();
    expect(panel.getByText('You are watching: operators command this mission.')).toBeVisible();
    expect(panel.getByText(/^1 viewer\. Shared until/)).toBeVisible();
    for (const name of [/^Copy /, /links/, 'Rename this console', 'Share with other machines'])
      expect(panel.queryByRole('button', { name })).toBeNull();
    expect(panel.getByRole('button', { name: 'Open wall display' })).toBeVisible();
  });

  it('opens a wall with the key of this window', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    setUp(consolesView({ room: viewerView() }));
    await userEvent.click((await openPanel()).getByRole('button', { name: 'Open wall display' }));
    expect(open.mock.calls[0]?.[0]).toBe(`/?display=wall&mission=${MISSION_ID}#key=${keyOf('v')}`);
    open.mockRestore();
  });
});

describe('a shared mission whose server cannot be reached', () => {
  const lostAt = addMs(EDGE, -12_000);
  const lost = (change = {}) => threeConsoles({ room: roomView({ isConnected: false, lostAt, ...change }) });
  const SENTENCE =
    'The server of the shared mission cannot be reached since 12:59:48 UTC. The mission is paused here. Take over to continue alone in a branch.';

  it('says so at once: for how long, what has happened, and what to do', async () => {
    const { store } = setUp(lost());
    expect(button()).toHaveTextContent('Link lost 12 s');
    expect(button()).not.toHaveTextContent('3 consoles');
    act(() => store.set(wallSecondAtom, addMs(EDGE, 1000)));
    expect(button()).toHaveTextContent('Link lost 13 s');
    expect(await screen.findByRole('alert')).toHaveTextContent(SENTENCE);
    expect(screen.getByText('Link to the shared mission lost')).toBeVisible();
  });

  it('does not show its time as the present', () => {
    const { show } = setUp(lost());
    const clocks = screen.getByLabelText('ORBITA-1 clocks');
    expect(clocks).toHaveTextContent('LINK LOST 12 s');
    expect(clocks).toHaveAttribute('data-present', 'false');
    show(threeConsoles({ room: roomView() }));
    expect(clocks).not.toHaveTextContent('LINK LOST');
  });

  it('goes on alone in a branch on request', async () => {
    const { control } = setUp(lost());
    await userEvent.click(await screen.findByRole('button', { name: 'Take over' }));
    expect(control.takeOver).toHaveBeenCalledOnce();
  });

  it('says no more than that the link is lost while a branch is shown', async () => {
    const { store } = setUp(lost());
    await screen.findByText(SENTENCE);
    act(() =>
      store.set(
        sliceAtoms.transport,
        transportView({ branch: 'B', branches: [MISSION, BRANCH], isInStep: false }),
      ),
    );
    expect(screen.queryByText(SENTENCE)).toBeNull();
    expect(button()).toHaveTextContent('Link lost 12 s');
  });

  it('says nothing any more once it is back', async () => {
    const { show } = setUp(lost());
    await screen.findByText(SENTENCE);
    show(threeConsoles({ room: roomView() }));
    expect(screen.queryByText(SENTENCE)).toBeNull();
    expect(button()).toHaveTextContent('3 consoles');
    expect(screen.queryByText('Link to the shared mission lost')).toBeNull();
  });

  it('says why, if the server does not admit this console any more', async () => {
    setUp(lost({ refusal: 'The links of the shared mission have been replaced.' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The links of the shared mission have been replaced. The mission is paused here. Take over to continue alone in a branch.',
    );
  });

  it('does not say that others are there, which it cannot know', async () => {
    const silent = consolesView().consoles.map((one, index) => ({ ...one, isSilent: index > 0 }));
    setUp({ ...lost({ viewerCount: 4 }), consoles: [...silent, { ...WALL, isSilent: true }] });
    const panel = await openPanel();
    expect(panel.getAllByText('cannot be reached from here')).toHaveLength(1);
    expect(panel.queryByText(/4 viewers/)).toBeNull();
    expect(panel.getByText(/^Shared until/)).toBeVisible();
  });

  it('cannot get new links', async () => {
    setUp(lost());
    expect((await openPanel()).queryByRole('button', { name: 'New links…' })).toBeNull();
  });
});

describe('operations done alone while the link was lost', () => {
  const offered = (count = 3) =>
    threeConsoles({ room: roomView({ doneAlone: { branch: 'B', name: 'B', count } }) });
  const SENTENCE = 'You did 3 operations alone in branch B, which the shared mission does not have.';

  it('are sent to the shared mission on request', async () => {
    const { sharing, show } = setUp(offered());
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send these 3 operations' }));
    expect(sharing.sendDoneAlone).toHaveBeenCalledExactlyOnceWith('B');
    const toasts = () => toast.getToasts().flatMap((one) => ('title' in one ? [String(one.title)] : []));
    await eventually(() => expect(toasts()).toEqual(['3 operations sent to the shared mission']));
    show(threeConsoles({ room: roomView() }));
    expect(screen.queryByText(SENTENCE)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('that the shared mission refuses are named with the reason', async () => {
    const { sharing, show } = setUp(offered());
    const value = { sent: 2, refusals: ['Command CMD-0007 is not pending.'] };
    sharing.sendDoneAlone.mockResolvedValue({ ok: true, value });
    await userEvent.click(await screen.findByRole('button', { name: 'Send these 3 operations' }));
    show(threeConsoles({ room: roomView() }));
    const text =
      'The shared mission has accepted 2 of 3 operations. Refused: Command CMD-0007 is not pending.';
    expect(await screen.findByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('stay on offer where the link is lost again', async () => {
    const { sharing } = setUp(offered(1));
    sharing.sendDoneAlone.mockResolvedValue({ ok: false, message: 'The link is lost.' });
    await userEvent.click(await screen.findByRole('button', { name: 'Send this operation' }));
    expect(await screen.findByText('Not everything was sent: The link is lost.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send this operation' })).toBeVisible();
  });

  it('are not offered once dismissed, until the link is lost again', async () => {
    const { sharing, show } = setUp(offered());
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(SENTENCE)).toBeNull();
    expect(sharing.sendDoneAlone).not.toHaveBeenCalled();
    show(threeConsoles({ room: roomView({ isConnected: false }) }));
    show(offered());
    expect(await screen.findByText(SENTENCE)).toBeVisible();
  });
});

describe('a page that waits for a shared mission', () => {
  function wait() {
    const rig = setUp();
    act(() => {
      rig.store.set(linkStateAtom, { status: 'connecting' });
      rig.store.set(sliceAtoms.consoles, undefined);
      rig.store.set(roomAddressAtom, ROOM);
      rig.store.set(enteringSinceAtom, EDGE);
    });
    return { ...rig, pass: (ms: number) => act(() => rig.store.set(wallSecondAtom, addMs(EDGE, ms))) };
  }

  it('says what it waits for, and after 10 s that it cannot be reached', async () => {
    const { pass } = wait();
    expect(screen.getByText('Loads automatically.')).toBeVisible();
    pass(4000);
    expect(screen.getByText('Connecting to the shared mission…')).toBeVisible();
    pass(11_000);
    const notice = await screen.findByRole('button', { name: 'Begin a mission of your own instead' });
    expect(notice).toBeVisible();
    expect(screen.getAllByText('The shared mission cannot be reached. Trying again.')).toHaveLength(2);
  });

  it('begins a mission of its own on request', async () => {
    const { pass, recorder } = wait();
    pass(11_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Begin a mission of your own instead' }));
    expect(recorder.begin).toHaveBeenCalledExactlyOnceWith({ profile: 'specified' });
  });
});

describe('a window that a shared mission has refused', () => {
  it('says why, and that it has a mission of its own, until that is dismissed', async () => {
    const { store } = setUp();
    act(() => store.set(roomRefusalAtom, 'The shared mission has ended.'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The shared mission has ended. This window has begun a mission of its own.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says on a wall that it does not show the shared mission', () => {
    const { store } = renderWithStore(<WallTime />);
    expect(screen.queryByText('NOT THE SHARED MISSION')).toBeNull();
    act(() => store.set(roomRefusalAtom, 'The shared mission has ended.'));
    expect(screen.getByText('NOT THE SHARED MISSION')).toBeVisible();
  });
});
