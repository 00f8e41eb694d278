import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addMs, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import type { Action } from '../../../../src/ui/app/actions/action.ts';
import { capsOf, Keys } from '../../../../src/ui/app/actions/keys.tsx';
import { findActions } from '../../../../src/ui/app/actions/match-action.ts';
import { Tools } from '../../../../src/ui/app/actions/Tools.tsx';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { isTourOpenAtom } from '../../../../src/ui/features/tour/atoms.ts';
import {
  hasSingleKeysAtom,
  isSoundOnAtom,
  themeChoiceAtom,
} from '../../../../src/ui/kit/preferences/preferences.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { renderWithStore } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { anomaly, NOW } from '../../features/anomalies/fixtures.ts';
import { command } from '../../features/commands/commands.ts';
import { eventOf } from '../../features/timeline/fixture.tsx';

beforeAll(prefetchCards);

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

const keyboard = (keys: string) => userEvent.keyboard(keys);
const selectedTab = () =>
  within(screen.getByRole('tablist', { name: 'Mission views' })).getByRole('tab', { selected: true })
    .textContent;

function renderDashboard(operations: Parameters<typeof renderWithOperations>[1] = {}) {
  const store = createStore();
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.commands, [command('c1', { name: 'Data Downlink' })]);
  store.set(sliceAtoms.anomalies, [anomaly('old', { status: 'Resolved' }), anomaly('a')]);
  return renderWithOperations(<Dashboard />, operations, store);
}

describe('the search for an action', () => {
  const action = (name: string, fields: Partial<Pick<Action, 'group' | 'keywords'>> = {}): Action => ({
    id: name,
    name,
    group: 'Commands',
    run: () => undefined,
    ...fields,
  });
  const find = (search: string, ...actions: Action[]) => findActions(actions, ['Commands', 'View'], search);
  const namesOf = ({ groups }: ReturnType<typeof find>) =>
    groups.map(({ actions }) => actions.map(({ name }) => name));

  it('matches every typed word in its name or its keywords', () => {
    const downlink = action('Queue Data Downlink…', { keywords: ['uplink'] });
    expect(namesOf(find('down que', downlink))).toEqual([['Queue Data Downlink…']]);
    expect(namesOf(find('UPLINK', downlink))).toEqual([['Queue Data Downlink…']]);
    expect(namesOf(find('queue thermal', downlink))).toEqual([]);
    expect(namesOf(find('qdd', downlink))).toEqual([]);
  });

  it('ranks a name that begins with the text first, with its group', () => {
    const save = action('Save', { keywords: ['export'] });
    const last = action('Reexport', { group: 'View' });
    const best = action('Export CSV', { group: 'View' });
    const first = action('CSV export', { group: 'View' });
    expect(namesOf(find('export', save, last, first, best))).toEqual([
      ['Export CSV', 'CSV export', 'Reexport'],
      ['Save'],
    ]);
  });

  it('keeps the given order for an empty text', () => {
    const actions = [action('b', { group: 'View' }), action('c'), action('a')];
    expect(namesOf(find(' ', ...actions))).toEqual([['c', 'a'], ['b']]);
  });
});

describe('a key’s caps', () => {
  it.each([
    ['mod+k', false, ['Ctrl', 'K']],
    ['mod+k', true, ['⌘', 'K']],
    ['?', false, ['?']],
    ['1', false, ['1']],
    ['+ −', false, ['+ −']],
  ] as const)('of %s, on an Apple machine: %s, are %o', (keys, isApple, caps) => {
    expect(capsOf(keys, isApple)).toEqual(caps);
  });

  it('are key elements', () => {
    const { container } = render(<Keys keys="mod+k" />);
    expect(container.querySelectorAll('kbd')).toHaveLength(2);
  });
});

describe('the keys', () => {
  it('open the six tabs and focus them', async () => {
    renderDashboard();
    for (const [index, name] of [
      'Overview',
      'Telemetry',
      'Orbital',
      'Commands',
      'Timeline',
      'Anomalies',
    ].entries()) {
      await keyboard(String(index + 1));
      expect(selectedTab()).toBe(name);
      expect(document.activeElement?.textContent).toBe(name);
    }
  });

  it('open a new command, a new event and the newest ongoing anomaly', async () => {
    renderDashboard();
    await keyboard('c');
    expect(screen.getByRole('combobox', { name: 'Command' })).toHaveFocus();
    act(() => (document.activeElement as HTMLElement).blur());
    await keyboard('e');
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    act(() => (document.activeElement as HTMLElement).blur());
    await keyboard('a');
    expect(selectedTab()).toBe('Anomalies');
    expect(document.activeElement?.textContent).toContain('message of a');
  });

  it('do nothing while typing, with modifiers, held down, or switched off', async () => {
    const { store } = renderDashboard();
    const theme = () => store.get(themeChoiceAtom);
    await keyboard('e');
    await keyboard('t1m');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('t1m');
    expect([selectedTab(), theme(), store.get(isSoundOnAtom)]).toEqual(['Timeline', 'dark', false]);
    act(() => (document.activeElement as HTMLElement).blur());
    await keyboard('{Control>}t{/Control}{Alt>}t1{/Alt}{Meta>}t{/Meta}{Shift>}t{/Shift}');
    expect([selectedTab(), theme()]).toEqual(['Timeline', 'dark']);
    await keyboard('{t>3/}');
    expect(theme()).toBe('light');
    act(() => store.set(hasSingleKeysAtom, false));
    await keyboard('t1?');
    expect([selectedTab(), theme()]).toEqual(['Timeline', 'light']);
    expect(screen.queryByRole('dialog')).toBeNull();
    await keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
  });
});

describe('beside the tour', () => {
  it('the keys work, and Escape closes the top panel first', async () => {
    const { store } = renderDashboard();
    act(() => store.set(isTourOpenAtom, true));
    const next = await screen.findByRole('button', { name: 'Next' });
    await keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Command palette' });
    await keyboard('{Escape}');
    expect(store.get(isTourOpenAtom)).toBe(true);
    act(() => (palette as HTMLDialogElement).close());
    act(() => next.focus());
    await keyboard('{Escape}');
    expect(store.get(isTourOpenAtom)).toBe(false);
  });
});

describe('the tools of the header', () => {
  it('show and switch theme and sound in the View menu, each with its key', async () => {
    const { store } = renderWithStore(<Tools />);
    await userEvent.click(screen.getByRole('button', { name: 'View' }));
    const menu = within(await screen.findByRole('dialog', { name: 'View' }));
    const dark = await menu.findByRole('radio', { name: 'Dark' });
    expect(dark).toBeChecked();
    await userEvent.click(menu.getByRole('radio', { name: 'Light' }));
    expect(store.get(themeChoiceAtom)).toBe('light');
    expect(dark).not.toBeChecked();
    expect(menu.getByRole('group', { name: 'Theme T' })).toBeVisible();
    await userEvent.click(menu.getByRole('checkbox', { name: /^Sound/ }));
    expect(store.get(isSoundOnAtom)).toBe(true);
    expect(menu.getByRole('button', { name: 'Show all keys ?' })).toBeVisible();
  });
});

describe('with an open popover', () => {
  it('Ctrl+K opens the palette, and keys without a modifier stay with the popover', async () => {
    const { store } = renderDashboard();
    await userEvent.click(screen.getByRole('button', { name: 'View' }));
    await screen.findByRole('dialog', { name: 'View' });
    await keyboard('t');
    expect(store.get(themeChoiceAtom)).toBe('dark');
    await keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
  });
});

describe('the palette', () => {
  const options = () => within(screen.getByRole('listbox', { name: 'Actions' })).queryAllByRole('option');
  const executed = () => vi.fn(async () => ({ ok: true as const, value: command('c1') }));

  async function openPalette(operations: Parameters<typeof renderDashboard>[0] = {}) {
    const page = renderDashboard(operations);
    await keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    return page;
  }

  it.each([
    {
      search: 'Queue Data Downlink',
      word: 'Queue Command',
      operation: 'queueCommand',
      input: { name: 'Data Downlink', scheduledTime: '2026-11-20 15:17', priority: 'Medium' },
      text: 'Queue Data Downlink? Data Downlink is queued with priority Medium. It is due 5 minutes of mission time after you confirm, to the nearest minute.',
    },
    {
      search: 'Execute Data Downlink',
      word: 'Execute',
      operation: 'executeCommand',
      input: 'c1',
      text: 'Execute Data Downlink now? Data Downlink, due 12:00 UTC, priority Medium, is sent to ORBITA-1 now. This cannot be undone.',
    },
    {
      search: 'Cancel Data Downlink',
      word: 'Cancel the command',
      operation: 'cancelCommand',
      input: 'c1',
      text: 'Cancel Data Downlink? Data Downlink, due 12:00 UTC, priority Medium, is removed from the queue.',
    },
    {
      search: 'Acknowledge Battery',
      word: 'Acknowledge',
      operation: 'acknowledgeAnomaly',
      input: 'a',
      text: 'Acknowledge the Battery anomaly? High, Battery: message of a.',
    },
    {
      search: 'Resolve Battery',
      word: 'Resolve',
      operation: 'resolveAnomaly',
      input: 'a',
      text: 'Resolve the Battery anomaly? High, Battery: message of a. This closes the entry.',
    },
    { search: 'Start Event e1', word: 'Start', operation: 'startEvent', input: 'e1' },
    {
      search: 'Cancel Event e1',
      word: 'Cancel the event',
      operation: 'cancelEvent',
      input: 'e1',
      text: 'Cancel Event e1? Experiment, scheduled to start 12:00 UTC.',
    },
    { search: 'Complete Event e2', word: 'Complete', operation: 'completeEvent', input: 'e2' },
  ] as const)('asks for confirmation, and says what follows: $search', async (action) => {
    const call = executed();
    const { store } = await openPalette({ [action.operation]: call });
    act(() => store.set(sliceAtoms.timeline, [eventOf('e1'), eventOf('e2', { status: 'In Progress' })]));
    await keyboard(`${action.search}{Enter}`);
    const answer = within(screen.getByRole('dialog')).getByRole('button', { name: action.word });
    expect(answer).toHaveFocus();
    if ('text' in action) expect(answer).toHaveAccessibleDescription(action.text);
    expect(call).not.toHaveBeenCalled();
    await keyboard('{Enter}');
    expect(call).toHaveBeenCalledExactlyOnceWith(action.input);
  });

  it('queues a command for five minutes after the confirmation, however far mission time has run meanwhile', async () => {
    const queueCommand = executed();
    const { store } = await openPalette({ queueCommand });
    await keyboard('Queue Data Downlink{Enter}');
    act(() => store.set(missionSecondAtom, addMs(NOW, MS_PER_H)));
    await keyboard('{Enter}');
    const scheduledTime = '2026-11-20 16:17';
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({
      name: 'Data Downlink',
      scheduledTime,
      priority: 'Medium',
    });
  });

  it('resolves all recovered anomalies after one confirmation, and offers it only then', async () => {
    const resolveAnomaly = vi.fn(async () => ({ ok: true as const, value: anomaly('a') }));
    const { store } = await openPalette({ resolveAnomaly });
    await keyboard('resolve all');
    expect(options()).toEqual([]);
    act(() => {
      store.set(sliceAtoms.anomalies, [anomaly('a'), anomaly('b'), anomaly('c', { status: 'Acknowledged' })]);
      store.set(sliceAtoms.spacecraft, spacecraftView({ time: NOW }));
    });
    expect(options().map(({ textContent }) => textContent)).toEqual(['Resolve all recovered…']);
    await keyboard('{Enter}');
    expect(resolveAnomaly).not.toHaveBeenCalled();
    await keyboard('{Enter}');
    expect(resolveAnomaly.mock.calls).toEqual([['a'], ['b']]);
  });

  it('does nothing on Back, and fills the form on Open in the form', async () => {
    await openPalette();
    await keyboard('queue thermal{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await keyboard('queue thermal{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Open in the form' }));
    expect(selectedTab()).toBe('Commands');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Command' }).value).toBe(
      'Thermal Control',
    );
    expect(screen.getByRole('button', { name: 'Queue Command' })).toHaveFocus();
  });

  it('marks the form as not queued across a tab change, until it is edited', async () => {
    await openPalette();
    await keyboard('queue thermal{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Open in the form' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Timeline' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Commands' }));
    expect(screen.getByText('Thermal Control is filled in but not queued.')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'Low');
    expect(screen.queryByText(/not queued/)).toBeNull();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Command' }).value).toBe(
      'Thermal Control',
    );
  });

  it('finds by keywords, and reports no match', async () => {
    await openPalette();
    await keyboard('kiosk');
    expect(options().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Open the wall display'),
    ]);
    await keyboard('xyz');
    expect(options()).toEqual([]);
    expect(screen.getByText(/^No action/).textContent).toBe('No action matches “kioskxyz”');
    expect(screen.getByText('kioskxyz').tagName).toBe('BDI');
  });

  it('isolates the writing direction of an event title in its actions', async () => {
    const { store } = await openPalette();
    act(() =>
      store.set(sliceAtoms.timeline, [
        eventOf('a', { title: 'ab\u202Ecd' }),
        eventOf('b', { title: 'צילום', status: 'In Progress' }),
      ]),
    );
    await keyboard('start ab');
    expect(options()[0]?.textContent).toContain('Start abcd…');
    await keyboard('{Control>}a{/Control}complete');
    expect(options()[0]?.textContent).toContain('Complete \u2068צילום\u2069…');
  });

  it('lists the first of many actions, shows the number of further ones, and finds each of them', async () => {
    const { store } = renderDashboard();
    const count = 400;
    act(() =>
      store.set(
        sliceAtoms.commands,
        Array.from({ length: count }, (_, index) => command(`c${index}`, { name: 'Data Downlink' })),
      ),
    );
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a')]));
    await keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    const everything = () => {
      const note = screen.getByText(/ more: type to narrow the list$/);
      return options().length + Number.parseInt(note.textContent ?? '', 10);
    };
    expect(options().length).toBeLessThan(150);
    expect(everything()).toBeGreaterThan(2 * count);
    const note = screen.getByText(/type to narrow the list$/);
    expect(note.getAttribute('role')).toBe('status');
    expect(screen.getByRole('combobox', { name: 'Find an action' })).toHaveAccessibleDescription(
      note.textContent ?? '',
    );
    const list = screen.getByRole('listbox', { name: 'Actions' });
    list.scrollTop = 500;
    await keyboard('execute data');
    expect(list.scrollTop).toBe(0);
    expect(everything()).toBe(count);
    const [first] = options();
    expect(first?.getAttribute('aria-selected')).toBe('true');
    await keyboard('{ArrowUp}');
    expect(options().at(-1)?.getAttribute('aria-selected')).toBe('true');
    await keyboard('{ArrowDown}');
    expect(first?.getAttribute('aria-selected')).toBe('true');
    await keyboard('{Control>}a{/Control}resolve');
    expect(note.textContent).toBe('');
  });
});
