import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { describe, expect, it, vi } from 'vitest';
import type { ConsolesView } from '../../../../src/shared/contract/consoles.ts';
import { ConsolesButton } from '../../../../src/ui/features/consoles/ConsolesButton.tsx';
import { OtherBuildNotice } from '../../../../src/ui/features/consoles/OtherBuildNotice.tsx';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { type Recorder, RecorderContext } from '../../../../src/ui/mission/recordings/recorder.ts';
import {
  CONSOLE_B,
  consolesView,
  MISSION_ID,
  roomView,
  threeConsoles,
  WALL,
} from '../../../support/consoles-view.ts';
import { eventually } from '../../../support/eventually.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { EDGE, fakeSessionControl, transportView } from '../../../support/time-control.tsx';

function setUp(view: ConsolesView = threeConsoles()) {
  const store = createStore();
  store.set(sliceAtoms.consoles, view);
  const renameConsole = vi.fn(async (name: string) =>
    name.trim() === ''
      ? { ok: false as const, message: 'A console needs a name.' }
      : { ok: true as const, value: name },
  );
  const followConsole = vi.fn(async (id?: string) =>
    id === WALL.id
      ? { ok: false as const, message: 'This console is gone.' }
      : { ok: true as const, value: id },
  );
  const copied: string[] = [];
  const recorder: Recorder = {
    begin: () => undefined,
    takeRecording: async () => undefined,
    check: async () => ({ equalCount: 0 }),
    open: () => undefined,
    copy: async (text) => void copied.push(await text),
  };
  renderWithStore(
    <SessionControlContext value={fakeSessionControl({ renameConsole, followConsole })}>
      <RecorderContext value={recorder}>
        <ConsolesButton />
        <OtherBuildNotice />
      </RecorderContext>
    </SessionControlContext>,
    store,
  );
  return { store, renameConsole, followConsole, copied };
}

const button = () => screen.getByRole('button', { name: 'Consoles' });

async function openPanel() {
  await userEvent.click(button());
  const panel = within(await screen.findByRole('dialog', { name: 'Consoles' }));
  await panel.findByRole('heading', { name: 'Kept missions' });
  return panel;
}

const rows = (panel: Awaited<ReturnType<typeof openPanel>>) =>
  within(panel.getByRole('list', { name: 'Consoles of this mission' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);

describe('the button', () => {
  it('says how many consoles there are, and nothing of one alone', () => {
    const { store } = setUp();
    expect(button()).toHaveTextContent('3 consoles');
    expect(button()).toHaveAccessibleDescription('3 consoles show this mission');
    act(() => store.set(sliceAtoms.consoles, consolesView()));
    expect(button()).toHaveTextContent('Consoles');
    expect(button()).not.toHaveAccessibleDescription();
  });
});

describe('the panel', () => {
  it('lists the consoles with kind and name, and says which is this window, which leads, and which is silent', async () => {
    setUp(threeConsoles({ consoles: [...consolesView().consoles, WALL, { ...CONSOLE_B, isSilent: true }] }));
    expect(rows(await openPanel())).toEqual([
      'Desk: Deskthis window · fetches live data and plays alarms',
      'Wall display: Wall',
      'Desk: Console B not responding: frozen or closed',
    ]);
  });

  it('says of another console what it shows, if that is not the mission at its live edge', async () => {
    setUp(
      threeConsoles({
        consoles: [
          ...consolesView().consoles,
          { ...WALL, past: EDGE },
          { ...CONSOLE_B, showsBranch: true, hasGroundLink: true },
        ],
      }),
    );
    expect(rows(await openPanel()).slice(1)).toEqual([
      'Wall display: Wallshows 13:00:00 UTC',
      'Desk: Console Bconnected to ground systems · shows a branch of its own',
    ]);
  });

  it('names the console that leads', async () => {
    setUp(
      threeConsoles({
        self: CONSOLE_B.id,
        leader: WALL.id,
        consoles: [...consolesView().consoles.map((one) => ({ ...one, isSilent: true })), WALL, CONSOLE_B],
      }),
    );
    expect(rows(await openPanel())).toEqual([
      'Desk: Desk not responding: frozen or closed',
      'Wall display: Wallfetches live data and plays alarms',
      'Desk: Console Bthis window',
    ]);
  });

  it('follows another console on request, ends that, and says why it cannot', async () => {
    const { store, followConsole } = setUp();
    const panel = await openPanel();
    expect(panel.queryByRole('button', { name: 'Follow Desk' })).not.toBeInTheDocument();
    await userEvent.click(panel.getByRole('button', { name: 'Follow Console B' }));
    expect(followConsole).toHaveBeenLastCalledWith(CONSOLE_B.id);
    act(() => store.set(sliceAtoms.consoles, threeConsoles({ follows: CONSOLE_B.id })));
    const followed = panel.getByRole('button', { name: 'Follow Console B', pressed: true });
    expect(followed).toHaveTextContent('Following');
    await userEvent.click(followed);
    expect(followConsole).toHaveBeenLastCalledWith(undefined);
    await userEvent.click(panel.getByRole('button', { name: 'Follow Wall' }));
    await eventually(() => expect(toast.getToasts().map((shown) => shown.id)).toContain('follow'));
    act(() => void toast.dismiss());
  });

  it('renames this console, and says why a name is refused', async () => {
    const { renameConsole } = setUp();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Rename this console' }));
    const field = panel.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveValue('Desk');
    await userEvent.keyboard('{Backspace}{Enter}');
    expect(await panel.findByText('A console needs a name.')).toBeVisible();
    expect(field).toBeInvalid();
    await userEvent.type(field, 'Flight{Enter}');
    expect(renameConsole).toHaveBeenLastCalledWith('Flight');
    expect(panel.queryByRole('textbox')).toBeNull();
    expect(panel.getByRole('list', { name: 'Consoles of this mission' })).toHaveFocus();
  });

  it('copies a link that joins the mission', async () => {
    const { copied } = setUp();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Copy link to join' }));
    await eventually(() => expect(copied).toEqual([`${window.location.origin}/?mission=${MISSION_ID}`]));
    await eventually(() => expect(toast.getToasts()).toHaveLength(1));
  });

  it('says of a branch that the link leads to the mission itself', async () => {
    const { store } = setUp();
    store.set(sliceAtoms.transport, transportView({ branch: 'B' }));
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Copy link to join' }));
    await eventually(() =>
      expect(toast.getToasts().map((shown) => 'title' in shown && shown.title)).toContain(
        'Link to join copied. It opens the mission itself: the branches belong to this console.',
      ),
    );
  });

  it('says that its mission differed from that of another window, and when, and what was done about it', async () => {
    setUp(threeConsoles({ differedAt: EDGE }));
    const panel = await openPanel();
    expect(
      panel.getByText(
        'The mission here differed from that of another console at 13:00 UTC, and was rebuilt or replaced by that one.',
      ),
    ).toBeVisible();
  });

  it('says of a shared mission that differs from that of another console since when it does, and not that it agrees', async () => {
    setUp(threeConsoles({ differedAt: EDGE, room: roomView() }));
    const panel = await openPanel();
    expect(
      panel.getByText('The mission here has differed from that of another console since 13:00 UTC.'),
    ).toBeVisible();
    expect(panel.queryByText(/agrees|rebuilt/)).toBeNull();
  });

  it('says that another window has an older build', async () => {
    setUp(consolesView({ otherBuild: 'older' }));
    const panel = await openPanel();
    expect(panel.getByText(/older version of this page/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reload now' })).toBeNull();
  });
});

it('a window with an older build than another one says that it has to be reloaded, until that is put aside', async () => {
  setUp(consolesView({ otherBuild: 'newer' }));
  expect(screen.getByRole('status')).toHaveTextContent('Another window has a newer version of this page');
  expect(screen.getByRole('button', { name: 'Reload now' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByRole('button', { name: 'Reload now' })).toBeNull();
});
