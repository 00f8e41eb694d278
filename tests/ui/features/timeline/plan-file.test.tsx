import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { readPlan, writePlan } from '../../../../src/ui/features/timeline/plan-file.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { eventOf, minutes, NOON, showTimeline } from './fixture.tsx';

const BURN = eventOf('a', {
  title: 'Burn',
  startTime: minutes(60),
  endTime: minutes(80),
  description: 'Along track',
  type: 'Maneuver',
  priority: 'High',
  waiver: 'Ordered by the flight director',
});

const planOf = (events: readonly object[]): string =>
  JSON.stringify({ format: 'orbita-plan', version: 1, events });
const EVENT = { title: 'Burn', startTime: '2026-11-20 13:00', endTime: '2026-11-20 13:20', type: 'Maneuver' };

describe('a plan as a file', () => {
  it('has the Scheduled events with all their fields, which are read back as they are typed', () => {
    const file = writePlan([BURN, eventOf('b', { status: 'In Progress' })], NOON);
    expect(file.name).toBe('orbita-plan-2026-11-20T12-00-00Z.json');
    expect(readPlan(file.text)).toEqual({
      ok: true,
      value: [
        {
          title: 'Burn',
          startTime: '2026-11-20 13:00',
          endTime: '2026-11-20 13:20',
          description: 'Along track',
          type: 'Maneuver',
          priority: 'High',
          waiver: 'Ordered by the flight director',
        },
      ],
    });
  });

  it.each([
    ['no JSON', 'BEGIN:VCALENDAR', /not a plan: it is not JSON/],
    ['another format', '{"format":"orbita-recording","version":1,"events":[]}', /format is not orbita-plan/],
    ['a newer version', '{"format":"orbita-plan","version":2,"events":[]}', /version is not 1/],
    ['no list', '{"format":"orbita-plan","version":1,"events":3}', /events is not a list/],
    [
      'a day that does not exist',
      planOf([{ ...EVENT, startTime: '2026-02-30 10:00' }]),
      /events\.0\.startTime/,
    ],
    ['an unknown type', planOf([{ ...EVENT, type: 'Party' }]), /events\.0\.type is not a type of event/],
    ['an unknown member', planOf([{ ...EVENT, status: 'Completed' }]), /events\.0/],
    ['too many events', planOf(Array.from({ length: 20_001 }, () => EVENT)), /more than 20000 events/],
    ['a title that nobody sees', planOf([{ ...EVENT, title: '\u200B' }]), /events\.0\.title is empty/],
  ])('is refused with a reason if it has %s', (_case, text, reason) => {
    expect(readPlan(text)).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
  });
});

describe('the button of the plan file', () => {
  it('adds the events of a file once that is confirmed, and each can be undone', async () => {
    const { calls, store } = showTimeline([BURN]);
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const view = await screen.findByRole('dialog', { name: 'Plan file' });
    const file = new File([planOf([EVENT, { ...EVENT, title: 'Second' }])], 'plan.json', {
      type: 'application/json',
    });
    await userEvent.upload(await within(view).findByLabelText('File of the plan'), file);
    const add = await within(view).findByRole('button', { name: 'Add 2 events' });
    expect(calls).toEqual([]);
    await userEvent.click(add);
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(3));
    expect(calls.map(({ name }) => name)).toEqual(['addEvent', 'addEvent']);
    expect(screen.getByRole('button', { name: 'Undo: Second added', hidden: true })).toBeInTheDocument();
  });

  it('says how many are left if one is refused, and adds no event twice', async () => {
    const { calls, refuseNext, store } = showTimeline([BURN]);
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const view = await screen.findByRole('dialog', { name: 'Plan file' });
    const file = new File([planOf([EVENT, { ...EVENT, title: 'Second' }])], 'plan.json', {
      type: 'application/json',
    });
    await userEvent.upload(await within(view).findByLabelText('File of the plan'), file);
    refuseNext('The timeline is full.');
    await userEvent.click(await within(view).findByRole('button', { name: 'Add 2 events' }));
    expect(calls).toHaveLength(1);
    await userEvent.click(await within(view).findByRole('button', { name: 'Add 2 events' }));
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(3));
  });

  it('says why a file cannot be read', async () => {
    showTimeline([BURN]);
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const view = await screen.findByRole('dialog', { name: 'Plan file' });
    const file = new File(['{}'], 'plan.json', { type: 'application/json' });
    await userEvent.upload(await within(view).findByLabelText('File of the plan'), file);
    expect(await within(view).findByText(/^The file is not a plan: /)).toBeVisible();
  });
});
