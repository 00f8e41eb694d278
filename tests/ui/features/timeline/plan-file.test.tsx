import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { readPlan, writePlan } from '../../../../src/ui/features/timeline/plan-file.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { transportView } from '../../../support/time-control.tsx';
import { unreadableFile } from '../../../support/unreadable-file.ts';
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

const fileOf = (...titles: readonly string[]): File =>
  new File([planOf(titles.map((title) => ({ ...EVENT, title })))], 'plan.json', { type: 'application/json' });

async function openPlanFile() {
  const shown = showTimeline([BURN]);
  await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
  const view = within(await screen.findByRole('dialog', { name: 'Plan file' }));
  return {
    ...shown,
    view,
    choose: async (file: File) => userEvent.upload(await view.findByLabelText('File of the plan'), file),
  };
}

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
    expect(within(view).getByText('The file has 2 events. Adding them replaces no event.')).toBeVisible();
    expect(calls).toEqual([]);
    await userEvent.click(add);
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(3));
    expect(calls.map(({ name }) => name)).toEqual(['addEvent', 'addEvent']);
    expect(screen.getByRole('button', { name: 'Undo: Second added', hidden: true })).toBeInTheDocument();
    expect(document.activeElement).toHaveTextContent('3 events are Scheduled.');
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

  it('says that a file cannot be read at all', async () => {
    const { view, choose } = await openPlanFile();
    await choose(unreadableFile('plan.json'));
    expect(await view.findByText('The file could not be read.')).toBeVisible();
  });

  it('adds the events of the file that was chosen last', async () => {
    const { view, choose, calls, store } = await openPlanFile();
    await choose(fileOf('First', 'Second'));
    expect(await view.findByRole('button', { name: 'Add 2 events' })).toBeVisible();
    await choose(fileOf('Third'));
    await userEvent.click(await view.findByRole('button', { name: 'Add 1 event' }));
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(2));
    expect(calls).toMatchObject([{ name: 'addEvent', input: { title: 'Third' } }]);
  });

  it('says in a branch that the file was opened for the mission, and adds its events there only', async () => {
    const { view, choose, calls, store } = await openPlanFile();
    act(() => store.set(sliceAtoms.transport, transportView()));
    await choose(fileOf('First', 'Second'));
    expect(await view.findByRole('button', { name: 'Add 2 events' })).toBeVisible();
    act(() => store.set(sliceAtoms.transport, transportView({ branch: 'B' })));
    expect(
      view.getByText(
        'The file was opened for another mission or branch. Open it again to add its events to this plan.',
      ),
    ).toBeVisible();
    expect(view.queryByRole('button', { name: /^Add / })).toBeNull();
    await choose(fileOf('First', 'Second'));
    await userEvent.click(await view.findByRole('button', { name: 'Add 2 events' }));
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(3));
    expect(calls).toHaveLength(2);
  });

  it('goes on while its popover is closed, and adds no event twice', async () => {
    const { view, choose, calls, store, hold, release } = await openPlanFile();
    await choose(fileOf('First', 'Second'));
    hold();
    await userEvent.click(await view.findByRole('button', { name: 'Add 2 events' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Plan file' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const again = within(await screen.findByRole('dialog', { name: 'Plan file' }));
    const add = await again.findByRole('button', { name: 'Add 2 events' });
    expect(add).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(add);
    await act(async () => release());
    await vi.waitFor(() => expect(store.get(sliceAtoms.timeline)).toHaveLength(3));
    expect(calls).toHaveLength(2);
    expect(await again.findByText('3 events are Scheduled.')).toBeVisible();
  });

  it('offers the rest of a file again after its popover was closed', async () => {
    const { view, choose, refuseNext } = await openPlanFile();
    await choose(fileOf('First', 'Second'));
    refuseNext('The timeline is full.');
    await userEvent.click(await view.findByRole('button', { name: 'Add 2 events' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const again = within(await screen.findByRole('dialog', { name: 'Plan file' }));
    expect(await again.findByRole('button', { name: 'Add 2 events' })).toBeVisible();
  });

  it('says once why a file cannot be added', async () => {
    const { view, choose } = await openPlanFile();
    await choose(new File(['no plan'], 'plan.json'));
    expect(await view.findByText(/not a plan: it is not JSON/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Plan file' }));
    const again = within(await screen.findByRole('dialog', { name: 'Plan file' }));
    expect(again.getByText(/(is|are) Scheduled\.$/)).toBeVisible();
  });

  it('says after a branch was shown for a while how many events have been added', async () => {
    const { view, choose, calls, store, hold, release } = await openPlanFile();
    act(() => store.set(sliceAtoms.transport, transportView()));
    await choose(fileOf('First', 'Second'));
    hold();
    await userEvent.click(await view.findByRole('button', { name: 'Add 2 events' }));
    act(() => store.set(sliceAtoms.transport, transportView({ branch: 'B' })));
    await act(async () => release());
    expect(calls).toHaveLength(1);
    act(() => store.set(sliceAtoms.transport, transportView()));
    expect(view.getByText('1 event of 2 have been added; the rest has not.')).toBeVisible();
    expect(view.getByRole('button', { name: 'Add 1 event' })).toBeVisible();
  });
});
