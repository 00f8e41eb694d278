import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { type Outcome, refused } from '../../../../src/shared/contract/outcome.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { CommandForm } from '../../../../src/ui/features/commands/CommandForm.tsx';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { later } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { command } from './commands.ts';

type Answer = Awaited<ReturnType<typeof queueCommand>>;
const queueCommand = vi.fn(
  async (): Promise<Outcome<ReturnType<typeof command>>> => ({ ok: true, value: command('new') }),
);

const onQueued = vi.fn();
const onClose = vi.fn();

function renderForm(
  answer: () => Promise<Answer> = async () => ({ ok: true, value: command('new') }),
  store = createStore(),
) {
  onQueued.mockReset();
  onClose.mockReset();
  queueCommand.mockReset().mockImplementation(answer);
  store.set(missionSecondAtom, later(7000));
  renderWithOperations(
    <>
      <CommandForm onQueued={onQueued} onClose={onClose} />
      <Toasts />
    </>,
    { queueCommand },
    store,
  );
  return userEvent.setup();
}

const form = () => screen.getByRole('form', { name: 'Queue a command' });
const nameField = () => within(form()).getByRole<HTMLSelectElement>('combobox', { name: 'Command' });
const timeField = () =>
  within(form()).getByLabelText<HTMLInputElement>(/^Scheduled Time/, { selector: 'input' });
const priorityField = () => within(form()).getByRole<HTMLSelectElement>('combobox', { name: 'Priority' });
const queueButton = () => within(form()).getByRole('button', { name: 'Queue Command' });
const values = () => [nameField().value, timeField().value, priorityField().value];

describe('the command form', () => {
  it('offers the eight commands, nothing chosen, and the priorities, Medium chosen (spec §5)', () => {
    renderForm();
    const texts = (field: HTMLSelectElement) => Array.from(field.options, ({ value }) => value);
    expect(texts(nameField())).toEqual([
      '',
      'Rotate Antenna',
      'Deploy Solar Array',
      'Calibrate Sensors',
      'Enter Safe Mode',
      'Attitude Adjustment',
      'Communications Check',
      'Thermal Control',
      'Data Downlink',
    ]);
    expect(texts(priorityField())).toEqual(['Low', 'Medium', 'High']);
    expect(values()).toEqual(['', '', 'Medium']);
    expect(timeField()).toHaveAccessibleDescription('UTC');
  });

  it('keeps the draft across a tab change, but not a queued one', async () => {
    const store = createStore();
    let answer: (outcome: Answer) => void = () => undefined;
    const user = renderForm(() => new Promise((resolve) => (answer = resolve)), store);
    await user.selectOptions(nameField(), 'Data Downlink');
    await user.type(timeField(), '2026-11-20T14:30');
    cleanup();
    renderForm(() => new Promise((resolve) => (answer = resolve)), store);
    expect(values()).toEqual(['Data Downlink', '2026-11-20T14:30', 'Medium']);
    await user.click(queueButton());
    cleanup();
    await act(async () => answer({ ok: true, value: command('new') }));
    renderForm(undefined, store);
    expect(values()).toEqual(['', '', 'Medium']);
  });

  it('stays busy across a tab change while its call is in progress, and queues once', async () => {
    const store = createStore();
    let answer: (outcome: Answer) => void = () => undefined;
    const user = renderForm(() => new Promise((resolve) => (answer = resolve)), store);
    await user.selectOptions(nameField(), 'Data Downlink');
    await user.click(queueButton());
    cleanup();
    renderForm(undefined, store);
    expect(queueButton().getAttribute('aria-busy')).toBe('true');
    await user.click(queueButton());
    expect(queueCommand).not.toHaveBeenCalled();
    await act(async () => answer({ ok: true, value: command('new') }));
    expect(queueButton().getAttribute('aria-busy')).toBeNull();
    expect(values()).toEqual(['', '', 'Medium']);
  });

  it('submits the draft, clears the form and links to the queued command', async () => {
    const user = renderForm();
    await user.selectOptions(nameField(), 'Data Downlink');
    await user.type(timeField(), '2026-11-20T14:30');
    expect(timeField()).toHaveAccessibleDescription('UTC');
    await user.selectOptions(priorityField(), 'High');
    await user.click(queueButton());
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({
      name: 'Data Downlink',
      scheduledTime: '2026-11-20 14:30',
      priority: 'High',
    });
    await waitFor(() => expect(values()).toEqual(['', '', 'Medium']));
    expect(onQueued).toHaveBeenCalledExactlyOnceWith('new', false);
  });

  it('works by keyboard alone, Enter queues', async () => {
    const user = renderForm();
    await user.tab();
    await user.tab();
    expect(nameField()).toHaveFocus();
    await user.selectOptions(nameField(), 'Enter Safe Mode'); // happy-dom does not support typing into a select
    await user.tab();
    expect(timeField()).toHaveFocus();
    await user.keyboard('2026-11-20T12:30{Enter}');
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({
      name: 'Enter Safe Mode',
      scheduledTime: '2026-11-20 12:30',
      priority: 'Medium',
    });
    await waitFor(() => expect(onQueued).toHaveBeenCalledOnce());
  });

  it('closes with Escape and with its button, and keeps the draft', async () => {
    const user = renderForm();
    await user.type(timeField(), '2026-11-20 14:30{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Close the form' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(timeField().value).toBe('2026-11-20 14:30');
  });

  it('shows the age of a past time, and that the command is due immediately', async () => {
    const user = renderForm();
    await user.type(timeField(), '2026-11-20 11:48');
    expect(timeField()).toHaveAccessibleDescription('UTC, 12 min ago: due immediately');
    await user.clear(timeField());
    await user.type(timeField(), '2026-11-20 12:00');
    expect(timeField()).toHaveAccessibleDescription('UTC');
  });

  it('reads a time alone as today in 24 hours, and shows the resulting instant', async () => {
    const user = renderForm();
    await user.selectOptions(nameField(), 'Data Downlink');
    await user.type(timeField(), '14:30');
    await user.tab();
    expect(timeField().value).toBe('2026-11-20 14:30');
    await user.clear(timeField());
    await user.type(timeField(), '0905{Enter}');
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({
      name: 'Data Downlink',
      scheduledTime: '2026-11-20 09:05',
      priority: 'Medium',
    });
  });

  it('has a text field for the time, which no browser shows in 12 hours', () => {
    renderForm();
    expect(timeField().type).toBe('text');
    expect(timeField().placeholder).toBe('YYYY-MM-DD hh:mm');
  });

  it('accepts a date from the calendar and keeps the time', async () => {
    const user = renderForm();
    await user.type(timeField(), '2026-11-20 14:30');
    const calendar = form().querySelector<HTMLInputElement>('input[type=date]');
    if (!calendar) throw new Error('no calendar');
    fireEvent.change(calendar, { target: { value: '2026-12-24' } });
    expect(timeField().value).toBe('2026-12-24 14:30');
  });

  it.each([
    ['+5 min', '2026-11-20 12:05'],
    ['+1 h', '2026-11-20 13:00'],
  ])('fills the time by %s from mission time', async (label, text) => {
    const user = renderForm();
    await user.click(screen.getByRole('button', { name: label }));
    expect(timeField().value).toBe(text);
  });

  it('leaves validation of an empty draft to the mission, and shows its messages beside the fields (spec §5)', async () => {
    const user = renderForm(async () => refused('Please fill in all fields', ['name', 'scheduledTime']));
    await user.click(queueButton());
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({ name: '', scheduledTime: '', priority: 'Medium' });
    for (const field of [nameField(), timeField()]) {
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(field).toHaveAccessibleDescription(/^Please fill in all fields( UTC)?$/);
    }
    expect(priorityField().getAttribute('aria-invalid')).toBeNull();
    expect(nameField()).toHaveFocus();
    expect((await screen.findAllByText('Please fill in all fields')).length).toBe(3);
  });

  it('keeps the draft, focuses the first invalid field, and clears an error when its field changes', async () => {
    const user = renderForm(async () => refused('No such day', ['scheduledTime']));
    await user.selectOptions(nameField(), 'Thermal Control');
    await user.type(timeField(), '2026-11-20T09:00');
    await user.selectOptions(priorityField(), 'Low');
    await user.click(queueButton());
    expect(values()).toEqual(['Thermal Control', '2026-11-20 09:00', 'Low']);
    expect(timeField()).toHaveFocus();
    expect(timeField()).toHaveAccessibleDescription(/^No such day UTC/);
    await user.selectOptions(priorityField(), 'High');
    expect(timeField()).toHaveAccessibleDescription(/^No such day UTC/);
    await user.click(screen.getByRole('button', { name: '+5 min' }));
    expect(timeField()).toHaveAccessibleDescription('UTC');
    expect(timeField().getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['no field', undefined],
    ['fields of another form', ['title', 'endTime'] as const],
    ['no field that exists', ['__proto__', '"]'] as never],
  ])('shows above the button an error about %s', async (_case, fields) => {
    const long = 'The uplink is closed. '.repeat(40).trim();
    const user = renderForm(async () => refused(long, fields));
    await user.click(queueButton());
    expect(within(form()).getByText(long)).toBeVisible();
    expect(within(form()).queryByText('UTC')).not.toBeNull();
    await user.selectOptions(nameField(), 'Thermal Control');
    expect(within(form()).queryByText(long)).toBeNull();
  });

  it('queues once, however often it is pressed, and is marked busy', async () => {
    let answer: (outcome: Answer) => void = () => undefined;
    const user = renderForm(() => new Promise((resolve) => (answer = resolve)));
    await user.selectOptions(nameField(), 'Thermal Control');
    await user.dblClick(queueButton());
    await user.keyboard('{Enter}');
    expect(queueCommand).toHaveBeenCalledOnce();
    expect(queueButton().getAttribute('aria-busy')).toBe('true');
    await act(async () => answer({ ok: true, value: command('new') }));
    expect(queueButton().getAttribute('aria-busy')).toBeNull();
  });

  it('keeps the next draft, typed while the call was in progress', async () => {
    let answer: (outcome: Answer) => void = () => undefined;
    const user = renderForm(() => new Promise((resolve) => (answer = resolve)));
    await user.selectOptions(nameField(), 'Thermal Control');
    await user.click(queueButton());
    await user.selectOptions(nameField(), 'Data Downlink');
    await act(async () => answer({ ok: true, value: command('new') }));
    expect(nameField().value).toBe('Data Downlink');
    expect(onQueued).not.toHaveBeenCalled();
  });

  it.each([
    ['a call that fails', () => Promise.reject(new Error('the channel is closed')), 'the channel is closed'],
    ['an answer that is none', async () => undefined as never, 'undefined'],
  ])('survives %s, and can be retried', async (_case, answer, reason) => {
    const user = renderForm(answer);
    await user.selectOptions(nameField(), 'Thermal Control');
    await user.click(queueButton());
    expect(await screen.findByText(new RegExp(`^The mission did not respond: .*${reason}`))).toBeVisible();
    expect(nameField().value).toBe('Thermal Control');
    await user.click(queueButton());
    expect(queueCommand).toHaveBeenCalledTimes(2);
  });
});
