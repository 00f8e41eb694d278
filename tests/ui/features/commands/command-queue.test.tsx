import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { RemoteOperations } from '../../../../src/shared/contract/operations.ts';
import { refused } from '../../../../src/shared/contract/outcome.ts';
import { UNDO_MS } from '../../../../src/shared/entities/constants.ts';
import type { Command } from '../../../../src/shared/entities/entities.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { CommandUplinkCard } from '../../../../src/ui/features/commands/CommandUplinkCard.tsx';
import {
  edgeSecondAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { later } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { transportView } from '../../../support/time-control.tsx';
import { command } from './commands.ts';

/** Shows the live edge, this long after the start. */
function showSecond(store: Store, ms: number): void {
  store.set(missionSecondAtom, later(ms));
  store.set(edgeSecondAtom, later(ms));
}

/** Renders the card on a store that its operations change like the mission. */
function renderCard(commands: readonly Command[] | undefined, overrides: Partial<RemoteOperations> = {}) {
  const store = createStore();
  store.set(sliceAtoms.commands, commands);
  showSecond(store, 0);
  const held = () => store.get(sliceAtoms.commands) ?? [];
  const show = (next: readonly Command[]) => act(() => store.set(sliceAtoms.commands, structuredClone(next)));
  const removed = new Map<string, Command>();
  const take = (id: string) => {
    const taken = held().find((one) => one.id === id) ?? removed.get(id);
    if (!taken) throw new Error(`no command ${id}`);
    return taken;
  };
  const operations = {
    executeCommand: vi.fn<RemoteOperations['executeCommand']>(async (id) => {
      const value = { ...take(id), status: 'Executed', executionTime: later(0) } as const;
      show(held().map((one) => (one.id === id ? value : one)));
      return { ok: true, value };
    }),
    cancelCommand: vi.fn<RemoteOperations['cancelCommand']>(async (id) => {
      const value = take(id);
      removed.set(id, value);
      show(held().filter((one) => one.id !== id));
      return { ok: true, value };
    }),
    restoreCommand: vi.fn<RemoteOperations['restoreCommand']>(async (id) => {
      const value = take(id);
      show([...held(), value]);
      return { ok: true, value };
    }),
    ...overrides,
  };
  const commits = vi.fn();
  renderWithOperations(
    <Profiler id="card" onRender={commits}>
      <CommandUplinkCard />
      <Toasts />
    </Profiler>,
    operations,
    store,
  );
  return { store, show, operations, commits, user: userEvent.setup() };
}

const queue = () => screen.getByRole('region', { name: 'Commands in the queue' });
const rows = () => within(queue()).getAllByRole('listitem');
const rowOf = (name: string): HTMLElement => {
  const row = rows().find((item) => within(item).queryByText(name));
  if (!row) throw new Error(`no row ${name}`);
  return row;
};
const button = (row: HTMLElement, name: string) =>
  within(row).getByRole<HTMLButtonElement>('button', { name });

const THREE = [
  command('a', { name: 'Rotate Antenna', scheduledTime: later(60_000) }),
  command('b', { name: 'Data Downlink', scheduledTime: later(120_000) }),
  command('c', { name: 'Thermal Control', scheduledTime: later(180_000) }),
];

const DUE = THREE.map((one, index) => ({ ...one, scheduledTime: later((index - 5) * 1000) }));

describe('the Command Uplink card (spec §2)', () => {
  it('is a region of that name, with the form and the queue', () => {
    renderCard(THREE);
    const card = screen.getByRole('region', { name: 'Command Uplink' });
    expect(within(card).getAllByRole('listitem')).toHaveLength(3);
  });

  it('opens its form on demand with the focus in it, and closes it', async () => {
    const { user } = renderCard(THREE);
    const form = () => screen.queryByRole('form', { name: 'Queue a command' });
    expect(form()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'New Command' }));
    expect(screen.getByRole('combobox', { name: 'Command' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'New Command' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(form()).toBeNull();
    expect(screen.getByRole('button', { name: 'New Command' })).toHaveFocus();
  });

  it('moves the focus from the form to Execute of the queued command', async () => {
    const { user, show, store } = renderCard(THREE, {
      queueCommand: async ({ name }) => {
        const value = command('new', { name: name as 'Data Downlink', scheduledTime: later(90_000) });
        show([...(store.get(sliceAtoms.commands) ?? []), value]);
        return { ok: true, value };
      },
    });
    await user.click(screen.getByRole('button', { name: 'New Command' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Command' }), 'Enter Safe Mode');
    await user.type(screen.getByLabelText(/^Scheduled Time/, { selector: 'input' }), '12:01{Enter}');
    await waitFor(() => expect(button(rowOf('Enter Safe Mode'), 'Execute')).toHaveFocus());
  });

  it('says that the queue is loading, and that it is empty', () => {
    const { show } = renderCard(undefined);
    expect(screen.getByText('Loading commands...')).toBeVisible();
    show([]);
    expect(screen.getByText('No commands in the queue')).toBeVisible();
    show(THREE);
    expect(screen.queryByText('No commands in the queue')).toBeNull();
  });
});

describe('a row of the queue (spec §3, §4)', () => {
  it.each([
    ['Pending', later(60_000), 'standby'],
    ['Pending', later(-180_000), 'caution'],
    ['Sent', later(0), 'standby'],
    ['Executed', later(0), 'normal'],
    ['Failed', later(0), 'critical'],
  ] as const)('%s for %d shows its word and the shape of %s', (status, scheduledTime, level) => {
    renderCard([command('a', { status, scheduledTime })]);
    const label = within(rowOf('Rotate Antenna')).getByText(status);
    expect(label.getAttribute('data-status')).toBe(level);
    expect(label.querySelector('svg')).not.toBeNull();
  });

  it('names its times in UTC, with the date on another day, and its priority', () => {
    renderCard([
      command('a', { scheduledTime: later(26 * 3_600_000), priority: 'High' }),
      command('b', { name: 'Data Downlink', status: 'Executed', executionTime: later(7000) }),
    ]);
    expect(rowOf('Rotate Antenna').textContent).toContain('Scheduled 2026-11-21 14:00 UTC');
    expect(rowOf('Rotate Antenna').textContent).toContain('Priority High');
    expect(rowOf('Data Downlink').textContent).toContain('Scheduled 12:00 UTC');
    expect(rowOf('Data Downlink').textContent).toContain('Executed at 12:00:07 UTC');
  });

  it.each([
    ['more than a minute before its time', -331_000, '6 min early'],
    ['more than a minute after its time', 734_000, '12 min late'],
    ['hours after its time', 7_380_000, '2 h 3 min late'],
    ['within a minute of its time', 59_000, ''],
    ['within a minute before its time', -59_000, ''],
  ])('says how far from its scheduled time it was executed: %s', (_case, offsetMs, words) => {
    renderCard([command('a', { status: 'Executed', executionTime: later(offsetMs) })]);
    expect(/[\dh min]+ (early|late)/.exec(rowOf('Rotate Antenna').textContent ?? '')?.[0].trim() ?? '').toBe(
      words,
    );
  });

  it('has actions only while it is pending, each with the command as its description', () => {
    renderCard([command('a'), command('b', { name: 'Data Downlink', status: 'Sent' })]);
    expect(screen.getAllByRole('button', { name: 'Execute' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1);
    const execute = button(rowOf('Rotate Antenna'), 'Execute');
    expect(execute).toHaveAccessibleDescription('Rotate Antenna');
    expect(within(rowOf('Data Downlink')).queryByRole('button')).toBeNull();
  });

  it('shows the countdown, due and overdue as mission time passes', () => {
    const { store } = renderCard([command('a', { scheduledTime: later(250_000) })]);
    const at = (ms: number) => act(() => store.set(missionSecondAtom, later(ms)));
    expect(within(queue()).getByText('in 4 min 10 s')).toBeVisible();
    at(1000);
    expect(within(queue()).getByText('in 4 min 09 s')).toBeVisible();
    at(250_000);
    expect(within(queue()).getByText('due')).toBeVisible();
    expect(screen.queryByText('1 overdue')).toBeNull();
    at(250_000 + 180_000);
    expect(within(queue()).getByText('overdue by 3 min')).toBeVisible();
    expect(screen.getByText('1 overdue').getAttribute('data-status')).toBe('caution');
  });
});

describe('the lists of the queue', () => {
  it('are pending by scheduled time and past by newest first, with counts', () => {
    renderCard([
      command('p1', { name: 'Data Downlink', status: 'Executed', executionTime: later(-5000) }),
      command('p2', { name: 'Enter Safe Mode', status: 'Failed', scheduledTime: later(-1000) }),
      ...THREE.toReversed(),
    ]);
    const names = (list: string) =>
      within(screen.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map((item) => [item.querySelector('p')?.textContent, item.getAttribute('aria-posinset')]);
    expect(names('Pending commands')).toEqual([
      ['Rotate Antenna', '1'],
      ['Data Downlink', '2'],
      ['Thermal Control', '3'],
    ]);
    expect(names('Past commands')).toEqual([
      ['Enter Safe Mode', '1'],
      ['Data Downlink', '2'],
    ]);
    expect(screen.getByText('3 pending')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Past 2' })).toBeVisible();
  });

  it('render few of 10,000 rows, and show the count', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      command(`${index}`, { scheduledTime: later(index * 1000) }),
    );
    const { store, commits } = renderCard(many);
    expect(rows().length).toBeGreaterThan(5);
    expect(rows().length).toBeLessThan(60);
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('10000');
    commits.mockClear();
    const drawn = rows();
    act(() => store.set(missionSecondAtom, later(1000)));
    expect(commits).toHaveBeenCalledOnce();
    expect(rows()).toEqual(drawn);
  });

  it('scroll by keyboard if they contain no button', () => {
    const { show } = renderCard([command('a', { status: 'Sent' })]);
    expect(queue().tabIndex).toBe(0);
    show([command('a')]);
    expect(queue().getAttribute('tabindex')).toBeNull();
  });
});

describe('executing a command (spec §4)', () => {
  it('sends the request, shows the execution time, and focuses the verification', async () => {
    const { user, operations } = renderCard(THREE);
    await user.click(button(rowOf('Data Downlink'), 'Execute'));
    expect(operations.executeCommand).toHaveBeenCalledExactlyOnceWith('b');
    expect(within(rowOf('Data Downlink')).getByText('Executed')).toBeVisible();
    expect(rowOf('Data Downlink').textContent).toContain('Executed at 12:00 UTC');
    expect(rowOf('Data Downlink').contains(document.activeElement)).toBe(true);
  });

  it('focuses the next due command, and the executed one after the last', async () => {
    const { user } = renderCard(DUE.slice(0, 2));
    button(rowOf('Data Downlink'), 'Execute').focus();
    await user.keyboard('{Enter}');
    expect(button(rowOf('Rotate Antenna'), 'Execute')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(rowOf('Rotate Antenna').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: 'Execute' })).toBeNull();
  });

  it('happens once on a double click and on a held key, and in no other row', async () => {
    const { user, operations } = renderCard(DUE);
    await user.pointer([{ keys: '[MouseLeft]', target: button(rowOf('Rotate Antenna'), 'Execute') }]);
    const next = button(rowOf('Data Downlink'), 'Execute');
    // The second half of a double click hits the row that has moved up.
    act(() => void next.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
    expect(operations.executeCommand).toHaveBeenCalledExactlyOnceWith('a');
    await user.keyboard('{Enter>4/}');
    expect(operations.executeCommand).toHaveBeenCalledTimes(2);
    expect(operations.executeCommand).toHaveBeenLastCalledWith('b');
  });

  it('is sent once: the button is busy and the other one disabled', async () => {
    const executeCommand = vi.fn<RemoteOperations['executeCommand']>(() => new Promise(() => undefined));
    const { user } = renderCard(THREE, { executeCommand });
    const row = rowOf('Rotate Antenna');
    await user.click(button(row, 'Execute'));
    await user.click(button(rowOf('Data Downlink'), 'Cancel'));
    await user.click(button(row, 'Execute'));
    await user.click(button(row, 'Cancel'));
    expect(executeCommand).toHaveBeenCalledExactlyOnceWith('a');
    expect(button(row, 'Execute').getAttribute('aria-busy')).toBe('true');
    expect(button(row, 'Cancel')).toBeDisabled();
  });

  it('shows a refusal, and keeps the row as it is in the mission', async () => {
    const message = 'Rotate Antenna has been executed already.';
    const { user } = renderCard(THREE, { executeCommand: async () => refused(message) });
    const execute = button(rowOf('Rotate Antenna'), 'Execute');
    await user.click(execute);
    expect(await screen.findByText(message)).toBeVisible();
    expect(within(rowOf('Rotate Antenna')).getByText('Pending')).toBeVisible();
    expect(execute).toHaveFocus();
    expect(execute.getAttribute('aria-disabled')).toBeNull();
  });

  it('from another client moves the focus to the row in its place', () => {
    const { show } = renderCard(THREE);
    button(rowOf('Rotate Antenna'), 'Cancel').focus();
    show(THREE.slice(1));
    expect(button(rowOf('Data Downlink'), 'Cancel')).toHaveFocus();
  });
});

describe('cancelling a command (spec §4)', () => {
  const undo = () => screen.queryByRole('button', { name: 'Undo' });

  it('removes the row, announces it politely, and focuses the next row', async () => {
    const { user, operations } = renderCard(THREE);
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    expect(operations.cancelCommand).toHaveBeenCalledExactlyOnceWith('a');
    expect(rows()).toHaveLength(2);
    expect(screen.getByText('Rotate Antenna cancelled').getAttribute('role')).toBe('status');
    expect(button(rowOf('Data Downlink'), 'Cancel')).toHaveFocus();
  });

  it('can be undone: the row is back and has the focus', async () => {
    const { user, operations } = renderCard(THREE);
    await user.click(button(rowOf('Data Downlink'), 'Cancel'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(operations.restoreCommand).toHaveBeenCalledExactlyOnceWith('b');
    expect(rows()).toHaveLength(3);
    expect(undo()).toBeNull();
    expect(button(rowOf('Data Downlink'), 'Cancel')).toHaveFocus();
  });

  it('can be undone for 10 s of mission time, and not after', async () => {
    const { user, store } = renderCard(THREE.slice(0, 1));
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    expect(screen.getByText('No commands in the queue')).toBeVisible();
    act(() => showSecond(store, UNDO_MS - 1000));
    screen.getByRole('button', { name: 'Undo' }).focus();
    act(() => showSecond(store, UNDO_MS));
    expect(undo()).toBeNull();
    expect(screen.queryByText('Rotate Antenna cancelled')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Queue' })).toHaveFocus();
  });

  it.each([
    [
      'another mission',
      { consoles: consolesView({ missionId: 'c'.repeat(32) }), transport: transportView() },
    ],
    ['a branch', { consoles: consolesView(), transport: transportView({ branch: 'B' }) }],
  ])('is not shown in %s', async (_case, elsewhere) => {
    const { user, store } = renderCard(THREE);
    const show = ({ consoles, transport }: typeof elsewhere) =>
      act(() => {
        store.set(sliceAtoms.consoles, consoles);
        store.set(sliceAtoms.transport, transport);
        showSecond(store, 0);
      });
    const here = { consoles: consolesView(), transport: transportView() };
    show(here);
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    expect(undo()).toBeVisible();
    show(elsewhere);
    expect(undo()).toBeNull();
    expect(screen.queryByText('Rotate Antenna cancelled')).toBeNull();
    show(here);
    expect(undo()).toBeVisible();
  });

  it('cannot be undone once the mission has gone back to before it, not even when it is that time again', async () => {
    const { user, store } = renderCard(THREE);
    act(() => showSecond(store, 3_600_000));
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    expect(undo()).toBeVisible();
    act(() => showSecond(store, 0));
    expect(undo()).toBeNull();
    act(() => showSecond(store, 3_601_000));
    expect(undo()).toBeNull();
    expect(screen.queryByText('Rotate Antenna cancelled')).toBeNull();
  });

  it('of several is undone last first', async () => {
    const { user, operations } = renderCard(THREE);
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    await user.click(button(rowOf('Thermal Control'), 'Cancel'));
    expect(screen.getByText('Thermal Control cancelled')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByText('Rotate Antenna cancelled')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(operations.restoreCommand).toHaveBeenNthCalledWith(1, 'c');
    expect(operations.restoreCommand).toHaveBeenNthCalledWith(2, 'a');
    expect(rows()).toHaveLength(3);
  });

  it('that is refused offers no undo', async () => {
    const { user } = renderCard(THREE, { cancelCommand: async () => refused('It has been sent already.') });
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    expect(await screen.findByText('It has been sent already.')).toBeVisible();
    expect(undo()).toBeNull();
    expect(rows()).toHaveLength(3);
  });

  it('shows when undo has expired, and no longer offers it', async () => {
    const { user } = renderCard(THREE, { restoreCommand: async () => refused('It is too late to undo.') });
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It is too late to undo.')).toBeVisible();
    await waitFor(() => expect(undo()).toBeNull());
    expect(screen.getByRole('heading', { name: 'Queue' })).toHaveFocus();
  });

  it('still offers undo after a tab change', async () => {
    const { user, store } = renderCard(THREE);
    await user.click(button(rowOf('Rotate Antenna'), 'Cancel'));
    renderWithOperations(<CommandUplinkCard />, {}, store);
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
  });
});

describe('arming', () => {
  it('is offered before the scheduled time, keeps the focus, and the row says what will happen', async () => {
    const armed = vi.fn<RemoteOperations['armCommand']>();
    const disarmed = vi.fn<RemoteOperations['disarmCommand']>();
    const ahead = command('ahead', { name: 'Thermal Control', scheduledTime: later(20 * 60_000) });
    const due = command('due', { name: 'Rotate Antenna', scheduledTime: later(-60_000) });
    const { show, user } = renderCard([due, ahead], { armCommand: armed, disarmCommand: disarmed });
    armed.mockImplementation(async () => {
      const value = { ...ahead, armed: true } as const;
      show([due, value]);
      return { ok: true, value };
    });
    disarmed.mockImplementation(async () => {
      show([due, ahead]);
      return { ok: true, value: ahead };
    });
    expect(within(rowOf('Rotate Antenna')).queryByRole('button', { name: 'Arm' })).toBeNull();
    await user.click(button(rowOf('Thermal Control'), 'Arm'));
    expect(armed).toHaveBeenCalledWith('ahead');
    expect(button(rowOf('Thermal Control'), 'Disarm')).toHaveFocus();
    expect(rowOf('Thermal Control')).toHaveTextContent(/Pending, armed.*in 20 min/);
    await user.keyboard('{Enter}');
    expect(disarmed).toHaveBeenCalledWith('ahead');
    expect(button(rowOf('Thermal Control'), 'Arm')).toHaveFocus();
    expect(rowOf('Thermal Control')).not.toHaveTextContent(/armed/i);
  });
});
