import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnomalySeverity } from '../../../src/shared/entities.ts';
import { addMs } from '../../../src/shared/units.ts';
import { Dashboard } from '../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../src/ui/app/deferred-cards.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../src/ui/mission/atoms.ts';
import { renderWithOperations } from '../../support/operations.tsx';
import { command } from '../commands/commands.ts';
import { spacecraft } from '../synoptic/spacecraft.ts';
import { anomaly, NOW } from './fixtures.ts';

// The cards of the other tabs come when they are asked for.
beforeAll(prefetchCards);

const queueCommand = vi.fn(async () => ({ ok: true as const, value: command('c') }));

beforeEach(() => {
  queueCommand.mockClear();
  window.history.replaceState(null, '', '/?tab=anomalies');
});

function renderDashboard(severity: AnomalySeverity) {
  const store = createStore();
  store.set(sliceAtoms.anomalies, [anomaly('a', { severity, suggestedAction: 'Rotate Antenna' })]);
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  return renderWithOperations(<Dashboard />, { queueCommand }, store);
}

const prepare = () => screen.getByRole('button', { name: 'Prepare Rotate Antenna' });
const queueButton = () => screen.getByRole('button', { name: 'Queue Command' });
const values = () => [
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Command' }).value,
  screen.getByLabelText<HTMLInputElement>(/^Scheduled Time/, { selector: 'input' }).value,
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Priority' }).value,
];

describe('the suggested action of an anomaly', () => {
  it.each([
    ['Critical', 'High'],
    ['High', 'High'],
    ['Medium', 'Medium'],
    ['Low', 'Medium'],
  ] as const)(
    'of a %s one fills the command form with priority %s, and sends nothing',
    async (severity, priority) => {
      renderDashboard(severity);
      await userEvent.click(prepare());
      expect(values()).toEqual(['Rotate Antenna', '2026-11-20 15:12', priority]);
      expect(window.location.search).toBe('?tab=commands');
      expect(queueButton()).toHaveFocus();
      expect(queueButton()).toHaveAccessibleDescription('Rotate Antenna is filled in but not queued.');
      expect(queueCommand).not.toHaveBeenCalled();
    },
  );

  it('uses a due command of its name in the queue instead of a second one', async () => {
    const { store } = renderDashboard('High');
    const due = { ...command('due', { name: 'Rotate Antenna' }), scheduledTime: addMs(NOW, -720_000) };
    const other = { ...command('other', { name: 'Thermal Control' }), scheduledTime: addMs(NOW, -900_000) };
    act(() => store.set(sliceAtoms.commands, [other, due]));
    await userEvent.click(prepare());
    expect(screen.queryByRole('form')).toBeNull();
    const row = screen.getByText('Rotate Antenna').closest('li');
    expect(row?.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toBe('Execute');
  });

  it('takes two key presses, once', async () => {
    renderDashboard('High');
    prepare().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    expect(queueCommand).toHaveBeenCalledExactlyOnceWith({
      name: 'Rotate Antenna',
      scheduledTime: '2026-11-20 15:12',
      priority: 'High',
    });
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'New Command' }));
    expect(values()).toEqual(['', '', 'Medium']);
  });

  it('fills the form once, and later edits persist across a tab change', async () => {
    renderDashboard('High');
    await userEvent.click(prepare());
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'Low');
    await userEvent.click(screen.getByRole('tab', { name: 'Timeline' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Commands' }));
    expect(values()).toEqual(['Rotate Antenna', '2026-11-20 15:12', 'Low']);
  });

  it('is marked as not queued across a tab change, until it is edited', async () => {
    renderDashboard('High');
    await userEvent.click(prepare());
    await userEvent.click(screen.getByRole('tab', { name: 'Timeline' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Commands' }));
    expect(screen.getByText('Rotate Antenna is filled in but not queued.')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'Low');
    expect(screen.queryByText(/not queued/)).toBeNull();
  });

  it('names its anomaly, and is plain text once that is resolved', () => {
    const { store } = renderDashboard('High');
    expect(prepare()).toHaveAccessibleDescription('High Battery');
    act(() =>
      store.set(sliceAtoms.anomalies, (list) =>
        list?.map((held) => ({ ...held, status: 'Resolved' as const })),
      ),
    );
    expect(screen.queryByRole('button', { name: /^Prepare/ })).toBeNull();
    expect(screen.getByRole('article')).toHaveTextContent('Suggested action Rotate Antenna');
  });

  it('is offered only while the fault is known to persist', () => {
    const { store } = renderDashboard('High');
    const acting = {
      anomalyId: 'a',
      type: 'Signal',
      parts: ['antenna'],
      label: 'antenna off pointing',
    } as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: addMs(NOW, -60_000), faults: [] })));
    expect(prepare()).toBeEnabled();
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: NOW, faults: [acting] })));
    expect(prepare()).toBeEnabled();
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: NOW, faults: [] })));
    expect(screen.queryByRole('button', { name: /^Prepare/ })).toBeNull();
    expect(screen.getByRole('article')).toHaveTextContent('Suggested action Rotate Antenna');
    expect(screen.getByRole('button', { name: 'Resolve' })).toBeEnabled();
  });
});
