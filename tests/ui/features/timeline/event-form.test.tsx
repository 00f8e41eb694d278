import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { isEventFormOpenAtom } from '../../../../src/ui/features/timeline/event-draft.ts';
import { showTimeline } from './fixture.tsx';

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
