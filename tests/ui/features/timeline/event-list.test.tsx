import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '../../../../src/shared/entities/constants.ts';
import { addMs } from '../../../../src/shared/kit/units.ts';
import { phaseAtom } from '../../../../src/ui/features/timeline/timeline-atoms.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { eventOf, minutes, NOON, showSecond, showTimeline } from './fixture.tsx';

const card = (title: string) => screen.getByRole('article', { name: title });
const buttonsOf = (title: string) =>
  within(card(title))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
const press = (title: string, name: string) =>
  act(async () => within(card(title)).getByRole('button', { name }).click());

describe('the list of the timeline', () => {
  it('is in the Mission Timeline card, and says when it is empty (spec §8)', () => {
    showTimeline([]);
    const region = screen.getByRole('region', { name: 'Mission Timeline' });
    expect(within(region).getByText('No mission events scheduled')).toBeVisible();
  });

  it('is not empty before the first update', () => {
    showTimeline(undefined);
    expect(screen.queryByText('No mission events scheduled')).toBeNull();
    expect(screen.getByText('Loading mission events...')).toBeVisible();
  });

  it('shows every field of spec §3 in words, in the order it was given', () => {
    showTimeline([
      eventOf('a', {
        title: 'Fluid loop',
        description: 'Run 12',
        status: 'In Progress',
        type: 'Maintenance',
        priority: 'High',
        endTime: minutes(90),
      }),
      eventOf('b', { startTime: minutes(60), endTime: minutes(60) }),
    ]);
    const text = card('Fluid loop').textContent;
    for (const part of [
      '12:00 – 13:30 UTC',
      '1 h 30 min',
      'In Progress',
      'Maintenance',
      'High priority',
      'Run 12',
    ])
      expect(text).toContain(part);
    const titles = screen.getAllByRole('article').map((row) => within(row).getByRole('heading').textContent);
    expect(titles).toEqual(['Fluid loop', 'Event b']);
  });

  it.each([
    ['In Progress', 'normal'],
    ['Scheduled', 'standby'],
    ['Completed', 'off'],
    ['Cancelled', 'off'],
  ] as const)('shows %s as %s, in icon and word (design.md §5)', (status, level) => {
    showTimeline([eventOf('a', { status })]);
    const label = within(card('Event a')).getByText(status);
    expect(label.getAttribute('data-status')).toBe(level);
    expect(label.querySelector('svg')).not.toBeNull();
  });

  it('changes a card’s border at the very second: blue, green, grey (spec §4)', () => {
    const { store } = showTimeline([eventOf('a')], addMs(NOON, -1000));
    const phaseAt = (time: number) => {
      act(() => store.set(missionSecondAtom, time as never));
      const spoken = card('Event a').querySelector('.visually-hidden')?.textContent;
      return [card('Event a').dataset.phase, spoken];
    };
    expect(phaseAt(NOON - 1000)).toEqual(['ahead', 'ahead']);
    expect(phaseAt(NOON)).toEqual(['now', 'now']);
    expect(phaseAt(minutes(30) - 1000)).toEqual(['now', 'now']);
    expect(phaseAt(minutes(30))).toEqual(['past', 'past']);
  });

  it('renders a row for its phase only in the seconds in which that changes', () => {
    const { store } = showTimeline([eventOf('a')], addMs(NOON, -2000));
    const onChange = vi.fn();
    store.sub(phaseAtom(eventOf('a')), onChange);
    for (let second = -1; second < 60; second += 1) store.set(missionSecondAtom, addMs(NOON, second * 1000));
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('says that the end of an event in progress is due (as the wall does)', () => {
    const period = { startTime: minutes(0), endTime: minutes(30) };
    const { store } = showTimeline(
      [eventOf('a', { ...period, status: 'In Progress' }), eventOf('b', { ...period, status: 'Completed' })],
      minutes(29),
    );
    expect(screen.queryByText('End due')).toBeNull();
    act(() => store.set(missionSecondAtom, minutes(30)));
    expect(within(card('Event a')).getByText('End due')).toBeVisible();
    expect(within(card('Event b')).queryByText('End due')).toBeNull();
  });

  it('has no "now" for an event that ends before it starts, and says so (design.md §3)', () => {
    const { store } = showTimeline(
      [eventOf('a', { startTime: minutes(30), endTime: minutes(0) })],
      minutes(15),
    );
    expect(card('Event a').dataset.phase).toBe('ahead');
    expect(within(card('Event a')).getByText('Ends before it starts')).toBeVisible();
    act(() => store.set(missionSecondAtom, minutes(30)));
    expect(card('Event a').dataset.phase).toBe('past');
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)><b>bold</b>'],
    ['right to left', 'صيانة الهوائي'],
    ['an override', 'abc\u202egnp.exe'],
    ['200 letters without a space', 'x'.repeat(200)],
    ['stacked marks', 'Z\u0337\u0322\u0327'.repeat(60)],
    ['pictures', '👩‍🚀🛰️'],
  ])('shows a title with %s as text', (_, title) => {
    const { container } = showTimeline([eventOf('a', { title, description: title })]);
    const heading = screen
      .getAllByRole('heading', { level: 3 })
      .find(({ textContent }) => textContent === title);
    expect(heading?.getAttribute('dir')).toBe('auto');
    expect(container.querySelector('img, b')).toBeNull();
  });
});

describe('the transitions of an event (spec §4)', () => {
  it.each([
    ['Scheduled', ['Edit', 'Start', 'Cancel']],
    ['In Progress', ['Complete']],
    ['Completed', []],
    ['Cancelled', []],
  ] as const)('%s offers %j', (status, names) => {
    showTimeline([eventOf('a', { status })]);
    expect(buttonsOf('Event a')).toEqual(names);
  });

  it('Scheduled → In Progress → Completed, the focus stays on the card', async () => {
    const user = userEvent.setup();
    showTimeline([eventOf('a'), eventOf('b')]);
    within(card('Event a')).getByRole('button', { name: 'Start' }).focus();
    await user.keyboard('{Enter}');
    expect(card('Event a').dataset.state).toBe('In Progress');
    expect(card('Event a')).toHaveFocus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Complete');
    await user.keyboard(' ');
    expect(card('Event a').dataset.state).toBe('Completed');
    expect(card('Event a')).toHaveFocus();
    expect(card('Event b').dataset.state).toBe('Scheduled');
  });

  it('names the event with each button', () => {
    showTimeline([eventOf('a')]);
    const start = within(card('Event a')).getByRole('button', { name: 'Start' });
    expect(start).toHaveAccessibleDescription('Event a');
  });

  it('Scheduled → Cancelled, and back by Undo', async () => {
    const user = userEvent.setup();
    showTimeline([eventOf('a')]);
    within(card('Event a')).getByRole('button', { name: 'Cancel' }).focus();
    await user.keyboard('{Enter}');
    expect(card('Event a').dataset.state).toBe('Cancelled');
    expect(card('Event a').textContent).toContain('Event a cancelled Undo');
    expect(card('Event a')).toHaveFocus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(card('Event a').dataset.state).toBe('Scheduled');
    expect(buttonsOf('Event a')).toEqual(['Edit', 'Start', 'Cancel']);
    expect(card('Event a')).toHaveFocus();
    await press('Event a', 'Cancel');
    expect(buttonsOf('Event a')).toEqual(['Undo']);
  });

  it(`removes Undo after ${UNDO_MS / 1000} s, and moves the focus to the card`, async () => {
    const { store } = showTimeline([eventOf('a')]);
    await press('Event a', 'Cancel');
    within(card('Event a')).getByRole('button', { name: 'Undo' }).focus();
    act(() => showSecond(store, addMs(NOON, UNDO_MS - 1000)));
    expect(buttonsOf('Event a')).toEqual(['Undo']);
    act(() => showSecond(store, addMs(NOON, UNDO_MS)));
    expect(buttonsOf('Event a')).toEqual([]);
    expect(card('Event a')).toHaveFocus();
  });

  it('offers no Undo for a cancelled event of the same id, in another mission or after the mission has gone back', async () => {
    const { store } = showTimeline([eventOf('a')], minutes(60));
    await press('Event a', 'Cancel');
    expect(buttonsOf('Event a')).toEqual(['Undo']);
    act(() => store.set(sliceAtoms.consoles, consolesView({ missionId: 'c'.repeat(32) })));
    expect(buttonsOf('Event a')).toEqual([]);
    act(() => store.set(sliceAtoms.consoles, undefined));
    expect(buttonsOf('Event a')).toEqual(['Undo']);
    act(() => showSecond(store, NOON));
    expect(buttonsOf('Event a')).toEqual([]);
    act(() => showSecond(store, minutes(60)));
    expect(buttonsOf('Event a')).toEqual([]);
  });

  it('offers a separate Undo for each cancellation', async () => {
    showTimeline([eventOf('a'), eventOf('b')]);
    await press('Event a', 'Cancel');
    await press('Event b', 'Cancel');
    await press('Event a', 'Undo');
    expect(card('Event a').dataset.state).toBe('Scheduled');
    expect(buttonsOf('Event b')).toEqual(['Undo']);
  });

  it('sends one request for a double click, and no other meanwhile', async () => {
    const { calls, hold, release } = showTimeline([eventOf('a')]);
    hold();
    await press('Event a', 'Start');
    await press('Event a', 'Start');
    await press('Event a', 'Cancel');
    expect(within(card('Event a')).getByRole('button', { name: 'Start' }).getAttribute('aria-busy')).toBe(
      'true',
    );
    await act(async () => release());
    expect(calls).toEqual([{ name: 'startEvent', input: 'a' }]);
  });

  it('stays busy until the event shows the outcome', async () => {
    const { calls, operations } = showTimeline([eventOf('a')]);
    const started = { ok: true, value: eventOf('a', { status: 'In Progress' }) } as const;
    Object.assign(operations, {
      startEvent: (id: string) => {
        (calls as unknown[]).push(id);
        return Promise.resolve(started);
      },
    });
    await press('Event a', 'Start');
    await press('Event a', 'Start');
    expect(calls).toHaveLength(1);
  });

  it('does not press the next button with a key that is held down', () => {
    showTimeline([eventOf('a')]);
    const start = within(card('Event a')).getByRole('button', { name: 'Start' });
    expect(fireEvent.keyDown(start, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(start, { key: 'Enter' })).toBe(true);
  });

  it('does not change when the mission refuses', async () => {
    const { refuseNext } = showTimeline([eventOf('a')]);
    refuseNext('The mission is restarting.');
    await press('Event a', 'Start');
    expect(buttonsOf('Event a')).toEqual(['Edit', 'Start', 'Cancel']);
  });
});

describe('the selection of an event', () => {
  const three = () => showTimeline([eventOf('a'), eventOf('b'), eventOf('c', { description: 'Run 12' })]);

  it('moves by the arrow keys, and stops at the ends of the list', async () => {
    const user = userEvent.setup();
    three();
    act(() => card('Event a').focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(card('Event c')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(card('Event c')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(card('Event b')).toHaveFocus();
  });

  it('leaves the arrow keys to the buttons of a row', async () => {
    const user = userEvent.setup();
    three();
    const start = within(card('Event a')).getByRole('button', { name: 'Start' });
    act(() => start.focus());
    await user.keyboard('{ArrowDown}');
    expect(start).toHaveFocus();
  });

  it('stays marked while the pointer is on another event', () => {
    three();
    act(() => card('Event a').focus());
    fireEvent.pointerEnter(card('Event b'));
    fireEvent.pointerLeave(card('Event b'));
    expect(card('Event a').dataset.pointed).toBe('true');
    expect(card('Event b').dataset.pointed).toBe('false');
  });
});

describe('10,000 events', () => {
  const events = Array.from({ length: 10_000 }, (_, i) =>
    eventOf(String(i), { startTime: minutes(i), endTime: minutes(i + 30) }),
  );

  it('render only a few rows, each with its position in the list', () => {
    showTimeline(events);
    const list = screen.getByRole('list', { name: 'Mission events' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('10000');
    expect(rows[0]?.getAttribute('aria-posinset')).toBe('1');
    expect(screen.getByText('10000 events')).toBeVisible();
  });

  it('scroll to the event just added', async () => {
    showTimeline(events);
    fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Far ahead' } });
    fireEvent.change(screen.getByLabelText(/^Start/), { target: { value: '2026-11-25T13:00' } });
    fireEvent.change(screen.getByLabelText(/^End/), { target: { value: '2026-11-25T14:00' } });
    await act(async () => screen.getByRole('button', { name: 'Add Event' }).click());
    expect(card('Far ahead')).toBeVisible();
  });
});
