import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { LookAheadQuery } from '../../../../src/shared/contract/look-ahead.ts';
import type { TimelineEvent } from '../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs } from '../../../../src/shared/kit/units.ts';
import { fieldsOf, isEventFormOpenAtom } from '../../../../src/ui/features/timeline/event-draft.ts';
import {
  forgetStepAtom,
  lastStepAtom,
  rememberStepAtom,
} from '../../../../src/ui/features/timeline/plan-undo.ts';
import { linkStateAtom, momentAtom, type Store, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView, roomView } from '../../../support/consoles-view.ts';
import { startUneventfulMission } from '../../../support/mission.ts';
import { fakeSessionControl, transportView } from '../../../support/time-control.tsx';
import { eventOf, minutes, NOON, showSecond, showTimeline } from './fixture.tsx';

const form = () => screen.getByRole('form', { name: 'Add a mission event' });
const field = <Element extends HTMLElement = HTMLInputElement>(name: RegExp) =>
  within(form()).getByLabelText<Element>(name);
const submit = () => within(form()).getByRole('button', { name: 'Add Event' });

function fill({ title = 'Burn', start = '2026-11-20T13:00', end = '2026-11-20T13:20' } = {}) {
  fireEvent.change(field(/^Title/), { target: { value: title } });
  fireEvent.change(field(/^Start Time/), { target: { value: start } });
  fireEvent.change(field(/^End Time/), { target: { value: end } });
}

describe('the form of the timeline (spec §5)', () => {
  it('begins with the type Experiment and the priority Medium, and offers what spec §3 names', () => {
    showTimeline([]);
    expect(field(/^Type/).value).toBe('Experiment');
    expect(field(/^Priority/).value).toBe('Medium');
    const options = within(field(/^Type/)).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Experiment',
      'Maneuver',
      'Communication',
      'Maintenance',
      'Emergency',
    ]);
  });

  it('opens on demand with the focus in it, and closes with Escape', async () => {
    const { store } = showTimeline([]);
    const user = userEvent.setup();
    act(() => store.set(isEventFormOpenAtom, false));
    expect(screen.queryByRole('form')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'New Event' }));
    expect(field(/^Title/)).toHaveFocus();
    await user.keyboard('Burn{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByRole('button', { name: 'New Event' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(field(/^Title/).value).toBe('Burn');
  });

  it('says that its times are UTC', () => {
    showTimeline([]);
    for (const name of [/^Start Time/, /^End Time/]) {
      expect(field(name)).toHaveAccessibleDescription('UTC');
      expect(field(name).type).toBe('text');
    }
  });

  it('keeps the draft across a tab change', () => {
    const { store } = showTimeline([]);
    fill();
    fireEvent.change(field(/^Description/), { target: { value: 'Along track' } });
    cleanup();
    showTimeline([], undefined, store);
    const shown = [/^Title/, /^Start Time/, /^End Time/, /^Description/].map((name) => field(name).value);
    expect(shown).toEqual(['Burn', '2026-11-20T13:00', '2026-11-20T13:20', 'Along track']);
  });

  it('submits the draft, shows the event and clears the form', async () => {
    const { calls } = showTimeline([]);
    fill();
    fireEvent.change(field(/^Description/), { target: { value: 'Along track' } });
    fireEvent.change(field(/^Type/), { target: { value: 'Maneuver' } });
    await act(async () => submit().click());
    expect(calls).toEqual([
      {
        name: 'addEvent',
        input: {
          title: 'Burn',
          startTime: '2026-11-20T13:00',
          endTime: '2026-11-20T13:20',
          description: 'Along track',
          type: 'Maneuver',
          priority: 'Medium',
        },
      },
    ]);
    expect(screen.getByRole('article', { name: 'Burn' }).textContent).toContain('Scheduled');
    expect([/^Title/, /^Start/, /^End/, /^Description/].map((name) => field(name).value)).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(field(/^Type/).value).toBe('Experiment');
  });

  it('reports each missing field beside it, focuses the first one and keeps the draft', async () => {
    showTimeline([]);
    fill({ start: '', end: '' });
    await act(async () => submit().click());
    expect(field(/^Start/)).toHaveAccessibleDescription('Please fill in all required fields UTC');
    expect(field(/^End/)).toHaveAccessibleDescription('Please fill in all required fields UTC');
    expect(field(/^Title/).getAttribute('aria-invalid')).toBeNull();
    expect(field(/^Title/).value).toBe('Burn');
    expect(field(/^Start/)).toHaveFocus();
    fill();
    await act(async () => submit().click());
    expect(screen.queryByText('Please fill in all required fields')).toBeNull();
  });

  it('focuses the first field again when it is still missing', async () => {
    showTimeline([]);
    await act(async () => submit().click());
    submit().focus();
    await act(async () => submit().click());
    expect(field(/^Title/)).toHaveFocus();
  });

  it('leaves validation to the mission, without browser messages', () => {
    showTimeline([]);
    expect((form() as HTMLFormElement).noValidate).toBe(true);
  });

  it('accepts an end before the start, and the event says so (spec §5, design.md §3)', async () => {
    showTimeline([]);
    fill({ end: '2026-11-20T09:00' });
    await act(async () => submit().click());
    expect(within(screen.getByRole('article')).getByText('Ends before it starts')).toBeVisible();
  });

  it('shows a refusal that concerns no field', async () => {
    const { refuseNext } = showTimeline([]);
    fill();
    refuseNext('The mission is restarting.');
    await act(async () => submit().click());
    expect(within(form()).getByText('The mission is restarting.')).toBeVisible();
    expect(field(/^Title/).value).toBe('Burn');
  });

  it('sends one request for a double click, and keeps text typed meanwhile', async () => {
    const { calls, hold, release } = showTimeline([]);
    fill();
    hold();
    await act(async () => {
      submit().click();
      submit().click();
    });
    expect(submit().getAttribute('aria-busy')).toBe('true');
    expect(submit().hasAttribute('disabled')).toBe(false);
    fireEvent.change(field(/^Title/), { target: { value: 'The next one' } });
    await act(async () => release());
    expect(calls).toHaveLength(1);
    expect(field(/^Title/).value).toBe('The next one');
  });

  it('stays busy across a tab change while its call is in progress, and adds once', async () => {
    const { store, hold, release } = showTimeline([]);
    fill();
    hold();
    await act(async () => submit().click());
    cleanup();
    const again = showTimeline([], undefined, store);
    expect(submit().getAttribute('aria-busy')).toBe('true');
    await act(async () => submit().click());
    expect(again.calls).toEqual([]);
    await act(async () => release());
    expect(submit().getAttribute('aria-busy')).toBeNull();
    expect(field(/^Title/).value).toBe('');
    expect(screen.getAllByRole('article', { name: 'Burn' })).toHaveLength(1);
  });

  it('is filled in and sent by keyboard alone', async () => {
    const { calls } = showTimeline([]);
    const user = userEvent.setup();
    field(/^Title/).focus();
    await user.keyboard('Burn');
    fireEvent.change(field(/^Start/), { target: { value: '2026-11-20T13:00' } });
    fireEvent.change(field(/^End/), { target: { value: '2026-11-20T13:20' } });
    for (let i = 0; i < 6; i += 1) await user.tab();
    expect(submit()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(calls).toHaveLength(1);
    expect(submit()).toHaveFocus();
  });
});

describe('the form of an event that is changed', () => {
  const changing = () => screen.getByRole('form', { name: 'Change a mission event' });
  const button = (name: string) => screen.getByRole('button', { name });
  const HELD = eventOf('a', {
    title: 'Burn',
    startTime: minutes(60),
    endTime: minutes(80),
    description: 'Along track',
    type: 'Maneuver',
    priority: 'High',
  });

  it('has its fields, with the focus in the first, and saves them as that event', async () => {
    const { calls } = showTimeline([HELD]);
    const user = userEvent.setup();
    await user.click(button('Edit'));
    const title = within(changing()).getByLabelText<HTMLInputElement>(/^Title/);
    expect(title).toHaveFocus();
    const typedIn = (name: RegExp) => within(changing()).getByLabelText<HTMLInputElement>(name).value;
    expect([/^Title/, /^Start Time/, /^End Time/, /^Description/, /^Type/, /^Priority/].map(typedIn)).toEqual(
      ['Burn', '2026-11-20 13:00', '2026-11-20 13:20', 'Along track', 'Maneuver', 'High'],
    );
    await user.clear(title);
    await user.type(title, 'Long burn{Enter}');
    expect(calls).toEqual([
      {
        name: 'changeEvent',
        input: {
          id: 'a',
          title: 'Long burn',
          startTime: '2026-11-20 13:00',
          endTime: '2026-11-20 13:20',
          description: 'Along track',
          type: 'Maneuver',
          priority: 'High',
        },
      },
    ]);
    expect(form()).toBeVisible();
    expect(field(/^Title/).value).toBe('');
  });

  it('adds a copy as a new event', async () => {
    const { calls } = showTimeline([HELD]);
    await userEvent.click(button('Edit'));
    await userEvent.click(button('Add as New Event'));
    expect(calls.map(({ name }) => name)).toEqual(['addEvent']);
    expect(calls[0]?.input).toMatchObject({ title: 'Burn', description: 'Along track' });
    expect(calls[0]?.input).not.toHaveProperty('id');
  });

  it('is dropped by closing it: what was typed for a new event is back', async () => {
    showTimeline([HELD]);
    await userEvent.click(button('Edit'));
    await userEvent.click(button('Close the form'));
    await userEvent.click(button('New Event'));
    expect(field(/^Title/).value).toBe('');
    await userEvent.type(field(/^Title/), 'Half an idea');
    await userEvent.click(button('Edit'));
    expect(within(changing()).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Burn');
    await userEvent.click(button('Close the form'));
    await userEvent.click(button('New Event'));
    expect(field(/^Title/).value).toBe('Half an idea');
  });

  it('stays while an instant is shown at which the event is not on the timeline', async () => {
    const { store, calls } = showTimeline([HELD]);
    await userEvent.click(button('Edit'));
    await userEvent.type(within(changing()).getByLabelText(/^Title/), ' two');
    act(() => store.set(sliceAtoms.timeline, []));
    expect(within(changing()).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Burn two');
    act(() => store.set(sliceAtoms.timeline, [HELD]));
    await userEvent.click(button('Save Event'));
    expect(calls).toMatchObject([{ name: 'changeEvent', input: { id: 'a', title: 'Burn two' } }]);
  });

  const inBranch = { transport: transportView({ branch: 'B' }), consoles: consolesView() };
  const inMission = { transport: transportView(), consoles: consolesView() };
  const inOther = { transport: transportView(), consoles: consolesView({ missionId: 'c'.repeat(32) }) };
  const show = (store: Store, { transport, consoles }: typeof inMission, events = [HELD]) =>
    act(() => {
      store.set(sliceAtoms.transport, transport);
      store.set(sliceAtoms.consoles, consoles);
      store.set(sliceAtoms.timeline, events);
    });
  const SURVEY = eventOf('a', { title: 'Survey', startTime: minutes(200), endTime: minutes(230) });

  it.each([
    ['another mission', inOther],
    ['a branch', inBranch],
  ])(
    'changes no event of the same id in %s: what was typed is a new event there',
    async (_case, elsewhere) => {
      const { store, calls } = showTimeline([HELD]);
      show(store, inMission);
      await userEvent.click(button('Edit'));
      await userEvent.type(within(changing()).getByLabelText(/^Title/), ' two');
      show(store, elsewhere, [SURVEY]);
      expect(field(/^Title/).value).toBe('Burn two');
      await userEvent.click(submit());
      expect(calls.map(({ name }) => name)).toEqual(['addEvent']);
      expect(screen.getByRole('article', { name: 'Survey' })).toBeVisible();
      expect(screen.getByRole('article', { name: 'Burn two' })).toBeVisible();
    },
  );

  it('goes on after a look at a branch', async () => {
    const { store, calls } = showTimeline([HELD]);
    show(store, inMission);
    await userEvent.click(button('Edit'));
    await userEvent.type(within(changing()).getByLabelText(/^Title/), ' two');
    show(store, inBranch);
    show(store, inMission);
    await userEvent.click(within(changing()).getByRole('button', { name: 'Save Event' }));
    expect(calls).toMatchObject([{ name: 'changeEvent', input: { id: 'a', title: 'Burn two' } }]);
  });

  it('is over once something is typed in a branch, so that it cannot replace the event of the mission', async () => {
    const { store, calls } = showTimeline([HELD]);
    show(store, inMission);
    await userEvent.click(button('Edit'));
    show(store, inBranch);
    await userEvent.type(field(/^Title/), ' two');
    show(store, inMission);
    expect(field(/^Title/).value).toBe('Burn two');
    await userEvent.click(submit());
    expect(calls.map(({ name }) => name)).toEqual(['addEvent']);
  });
});

describe('the plan check', () => {
  const check = () => screen.getByRole('status', { name: 'Plan check' });

  it('says what the event lacks as soon as its times are complete, and describes the button', () => {
    showTimeline([eventOf('a', { title: 'Survey', startTime: minutes(60), endTime: minutes(90) })]);
    expect(screen.queryByRole('status', { name: 'Plan check' })).toBeNull();
    fill();
    expect(check()).toHaveTextContent(/It is at the same time as .*Survey.*, 2026-11-20 13:00 – 13:30\./);
    expect(submit()).toHaveAccessibleDescription(/same time as/);
    fill({ start: '2026-11-20T13:30', end: '2026-11-20T14:00' });
    expect(check()).toHaveTextContent('It fits the plan.');
    fill({ start: '2026-11-20T11:00', end: '2026-11-20T11:30' });
    expect(check()).toHaveTextContent('It starts in the past.');
  });

  it('asks for a reason once something is lacking, which the row of the event then shows', async () => {
    const { calls } = showTimeline([eventOf('a', { startTime: minutes(60), endTime: minutes(90) })]);
    const reason = () => within(form()).queryByLabelText<HTMLInputElement>('Reason for planning it anyway');
    fill({ start: '2026-11-20T14:00', end: '2026-11-20T14:20' });
    expect(reason()).toBeNull();
    fill();
    fireEvent.change(reason() as HTMLElement, { target: { value: 'Both share the payload' } });
    await userEvent.click(submit());
    expect(calls.at(-1)?.input).toMatchObject({ title: 'Burn', waiver: 'Both share the payload' });
    const row = screen.getByRole('article', { name: 'Burn' });
    expect(row).toHaveTextContent(/Reason given: .?Both share the payload/);
  });

  it('does not count the event that is changed among the others', async () => {
    showTimeline([eventOf('a', { startTime: minutes(60), endTime: minutes(90) })]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(check()).toHaveTextContent('It fits the plan.');
  });

  it('moves the event to the next feasible slot', async () => {
    const session = startUneventfulMission();
    session.advanceTo(NOON);
    const store = createStore();
    store.set(linkStateAtom, { status: 'connected' });
    const lookAhead = async (query: LookAheadQuery) => session.control.lookAhead(query);
    showTimeline([eventOf('a', { startTime: minutes(60), endTime: minutes(90) })], NOON, store, {
      ...fakeSessionControl({ lookAhead }),
    });
    fill();
    await userEvent.click(await screen.findByRole('button', { name: 'Next feasible slot: 13:30 UTC' }));
    expect(field(/^Start Time/).value).toBe('2026-11-20 13:30');
    expect(field(/^End Time/).value).toBe('2026-11-20 13:50');
    expect(field(/^Start Time/)).toHaveFocus();
    expect(check()).toHaveTextContent('It fits the plan and the prediction.');
  });
});

describe('the times of the form', () => {
  it('move with the arrow keys: the start with its end, the end alone, an hour with Shift', async () => {
    showTimeline([]);
    fill({ start: '2026-11-20T13:00', end: '2026-11-20T13:30' });
    const user = userEvent.setup();
    await user.click(field(/^Start Time/));
    await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    expect([field(/^Start Time/).value, field(/^End Time/).value]).toEqual([
      '2026-11-20 12:10',
      '2026-11-20 12:40',
    ]);
    fireEvent.change(field(/^Start Time/), { target: { value: '14:00' } });
    fireEvent.change(field(/^End Time/), { target: { value: '2026-11-20 14:30' } });
    await user.keyboard('{ArrowUp}');
    expect([field(/^Start Time/).value, field(/^End Time/).value]).toEqual([
      '2026-11-20 14:05',
      '2026-11-20 14:35',
    ]);
    fill({ start: '2026-11-20 12:10', end: '2026-11-20 12:40' });
    await user.click(field(/^End Time/));
    await user.keyboard('{ArrowDown}');
    expect([field(/^Start Time/).value, field(/^End Time/).value]).toEqual([
      '2026-11-20 12:10',
      '2026-11-20 12:35',
    ]);
  });
});

describe('Undo of the plan', () => {
  const undo = () => screen.queryByRole('button', { name: /^Undo: / });

  it('takes back changes and additions, the last one first', async () => {
    const { calls, store } = showTimeline([
      eventOf('a', { title: 'Burn', startTime: minutes(60), endTime: minutes(90) }),
    ]);
    expect(undo()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.click(screen.getByLabelText(/^Start Time/));
    await userEvent.keyboard('{ArrowUp}{Enter}');
    fill({ title: 'Survey', start: '2026-11-20T15:00', end: '2026-11-20T15:30' });
    await userEvent.click(submit());
    expect(undo()).toHaveAccessibleName('Undo: Survey added');
    await userEvent.click(undo() as HTMLElement);
    expect(calls.at(-1)).toEqual({ name: 'cancelEvent', input: 'event-1' });
    expect(undo()).toHaveAccessibleName('Undo: Burn changed');
    await userEvent.click(undo() as HTMLElement);
    expect(store.get(sliceAtoms.timeline)?.find(({ id }) => id === 'a')).toMatchObject({
      startTime: minutes(60),
      endTime: minutes(90),
    });
    expect(undo()).toBeNull();
  });

  it('leaves the keyboard in the heading line of the card after the last step', async () => {
    const { store } = showTimeline([eventOf('a', { startTime: minutes(60), endTime: minutes(90) })]);
    const moment = store.get(momentAtom);
    const [held] = store.get(sliceAtoms.timeline) ?? [];
    const after = fieldsOf(held as TimelineEvent);
    act(() => store.set(rememberStepAtom, { id: 'a', after, before: undefined, moment }));
    undo()?.focus();
    await userEvent.keyboard('{Enter}');
    expect(undo()).toBeNull();
    expect(document.activeElement).toHaveTextContent(/^1 event/);
  });

  it('belongs to the mission in which the change was made, although another branch is shown when it is accepted', async () => {
    const { store, hold, release } = showTimeline([]);
    fill();
    hold();
    await userEvent.click(submit());
    act(() => store.set(sliceAtoms.transport, transportView({ branch: 'branch-1' })));
    await act(async () => release());
    expect(undo()).toBeNull();
    act(() => store.set(sliceAtoms.transport, undefined));
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
  });

  /** Shows another instant of the same mission, with the events that it had then. */
  const goTo = (store: Store, now: EpochMs, events = store.get(sliceAtoms.timeline)) =>
    act(() => {
      store.set(sliceAtoms.timeline, events);
      showSecond(store, now);
    });

  it('offers no change of a time that the mission has left, not even when it is that time again', async () => {
    const { store } = showTimeline([], minutes(60));
    fill({ start: '2026-11-20T15:00', end: '2026-11-20T15:30' });
    await userEvent.click(submit());
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
    // Somebody else plans the same: the ids begin again with the earlier state.
    const other = eventOf('event-1', { title: 'Burn', startTime: minutes(200), endTime: minutes(230) });
    goTo(store, NOON, [other]);
    expect(undo()).toBeNull();
    goTo(store, minutes(61));
    expect(undo()).toBeNull();
  });

  it('offers a change that the mission still has after it has gone back, or whose clock has been set right', async () => {
    const { store } = showTimeline([], minutes(10));
    fill({ start: '2026-11-20T15:00', end: '2026-11-20T15:30' });
    await userEvent.click(submit());
    goTo(store, minutes(60));
    goTo(store, minutes(30));
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
    fill({ title: 'Survey', start: '2026-11-20T16:00', end: '2026-11-20T16:30' });
    await userEvent.click(submit());
    goTo(store, addMs(minutes(30), -1000));
    expect(undo()).toHaveAccessibleName('Undo: Survey added');
  });

  it('offers a change of the mission after a look at a branch that is at an earlier time', async () => {
    const { store } = showTimeline([], minutes(60));
    fill({ start: '2026-11-20T15:00', end: '2026-11-20T15:30' });
    await userEvent.click(submit());
    act(() => store.set(sliceAtoms.transport, transportView({ branch: 'branch-1' })));
    goTo(store, minutes(5));
    goTo(store, NOON);
    expect(undo()).toBeNull();
    act(() => store.set(sliceAtoms.transport, undefined));
    goTo(store, minutes(61));
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
  });

  it('offers a change of a shared mission again once the window has caught up with it', async () => {
    const { store } = showTimeline([], minutes(60));
    const enter = (isCatchingUp: true | undefined) =>
      act(() => store.set(sliceAtoms.consoles, consolesView({ room: roomView({ isCatchingUp }) })));
    enter(undefined);
    goTo(store, minutes(60));
    fill({ start: '2026-11-20T15:00', end: '2026-11-20T15:30' });
    await userEvent.click(submit());
    enter(true);
    goTo(store, NOON);
    expect(undo()).toBeNull();
    goTo(store, minutes(61));
    enter(undefined);
    goTo(store, minutes(62));
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
  });

  it.each<[string, Partial<TimelineEvent>]>([
    ['renamed', { title: 'Long burn' }],
    ['moved', { startTime: minutes(90), endTime: minutes(110) }],
    ['given another priority', { priority: 'High' }],
    ['given a reason', { waiver: 'Agreed with the payload team' }],
  ])('does not offer a change of an event that somebody else has %s since', async (_what, fields) => {
    const { store } = showTimeline([]);
    fill();
    await userEvent.click(submit());
    const added = store.get(sliceAtoms.timeline)?.[0] as TimelineEvent;
    goTo(store, minutes(1), [{ ...added, ...fields }]);
    expect(undo()).toBeNull();
    goTo(store, minutes(2), [added]);
    expect(undo()).toHaveAccessibleName('Undo: Burn added');
  });

  it('can itself be undone where it has cancelled an event', async () => {
    const { calls } = showTimeline([]);
    fill();
    await userEvent.click(submit());
    await userEvent.click(undo() as HTMLElement);
    const row = screen.getByRole('article', { name: 'Burn' });
    expect(row).toHaveTextContent('Burn cancelled');
    await userEvent.click(within(row).getByRole('button', { name: 'Undo' }));
    expect(calls.at(-1)).toEqual({ name: 'restoreEvent', input: 'event-1' });
  });

  it('reaches fifty steps back, in the mission or branch that is shown', () => {
    const store = createStore();
    const last = () => store.get(lastStepAtom);
    const events = Array.from({ length: 51 }, (_, index) =>
      eventOf(`event-${index + 1}`, { title: `Event ${index + 1}` }),
    );
    store.set(sliceAtoms.timeline, events);
    showSecond(store, NOON);
    const moment = store.get(momentAtom);
    for (const event of events) {
      const step = { id: event.id, after: fieldsOf(event), before: undefined, moment };
      store.set(rememberStepAtom, step);
    }
    store.set(sliceAtoms.transport, transportView({ branch: 'branch-1' }));
    expect(last()).toBeUndefined();
    store.set(sliceAtoms.transport, undefined);
    // One that has started meanwhile cannot be changed any more.
    store.set(
      sliceAtoms.timeline,
      events.with(50, eventOf('event-51', { title: 'Event 51', status: 'In Progress' })),
    );
    expect(last()?.after.title).toBe('Event 50');
    store.set(sliceAtoms.timeline, events);
    const undone: string[] = [];
    for (let step = last(); step; step = last()) {
      undone.push(step.after.title);
      store.set(forgetStepAtom, step);
    }
    expect(undone).toHaveLength(50);
    expect([undone[0], undone.at(-1)]).toEqual(['Event 51', 'Event 2']);
  });
});
