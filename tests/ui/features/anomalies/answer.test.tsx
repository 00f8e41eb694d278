import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnomalySeverity } from '../../../../src/shared/entities/entities.ts';
import type { CommandVerification } from '../../../../src/shared/entities/spacecraft.ts';
import { addMs } from '../../../../src/shared/kit/units.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { command } from '../commands/commands.ts';
import { spacecraft } from '../synoptic/spacecraft.ts';
import { anomaly, NOW } from './fixtures.ts';

// The cards of the other tabs load on demand.
beforeAll(prefetchCards);

const sendCommand = vi.fn(async () => ({ ok: true as const, value: command('c') }));

beforeEach(() => {
  sendCommand.mockClear();
  window.history.replaceState(null, '', '/?tab=anomalies');
});

function renderDashboard(severity: AnomalySeverity = 'High') {
  const store = createStore();
  store.set(sliceAtoms.anomalies, [anomaly('a', { severity, suggestedAction: 'Rotate Antenna' })]);
  store.set(sliceAtoms.commands, []);
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  return renderWithOperations(<Dashboard />, { sendCommand }, store);
}

const OFFER = 'Execute Rotate Antenna…';
const offer = () => screen.getByRole('button', { name: OFFER });
const question = () => screen.getByRole('group', { name: /^A new Rotate Antenna is executed now/ });
const button = (name: string) => within(question()).getByRole('button', { name });

describe('the suggested action of an anomaly', () => {
  it('is sent as its answer after one question, in two key presses and on the same tab', async () => {
    renderDashboard();
    offer().focus();
    await userEvent.keyboard('{Enter}');
    expect(sendCommand).not.toHaveBeenCalled();
    expect(button('Execute')).toHaveFocus();
    expect(button('Execute')).toHaveAccessibleDescription(
      'A new Rotate Antenna is executed now. This cannot be undone.',
    );
    await userEvent.keyboard('{Enter}');
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith({ name: 'Rotate Antenna', anomaly: 'a' });
    expect(screen.queryByRole('group', { name: /is executed now/ })).toBeNull();
    expect(window.location.search).toBe('?tab=anomalies');
  });

  it('is not taken from the queue: a planned command of its name is no answer', async () => {
    const { store } = renderDashboard();
    const due = { ...command('due', { name: 'Rotate Antenna' }), scheduledTime: addMs(NOW, -720_000) };
    act(() => store.set(sliceAtoms.commands, [due]));
    await userEvent.click(offer());
    await userEvent.click(button('Execute'));
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith({ name: 'Rotate Antenna', anomaly: 'a' });
  });

  it('is not sent by a double click', async () => {
    renderDashboard();
    await userEvent.dblClick(offer());
    expect(sendCommand).not.toHaveBeenCalled();
    expect(question()).toBeVisible();
  });

  it.each([
    ['Back', async () => userEvent.click(button('Back'))],
    ['Escape', async () => userEvent.keyboard('{Escape}')],
  ])('is not sent after %s, which returns to where it was asked', async (_, leave) => {
    renderDashboard();
    await userEvent.click(offer());
    await leave();
    expect(offer()).toHaveFocus();
    expect(sendCommand).not.toHaveBeenCalled();
  });

  it('is asked again where another one is suggested meanwhile', async () => {
    const { store } = renderDashboard();
    await userEvent.click(offer());
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a', { suggestedAction: 'Communications Check' })]));
    expect(screen.queryByRole('group', { name: /is executed now/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Execute Communications Check…' })).toBeVisible();
  });

  it('names its anomaly, and is an earlier suggestion in plain text once that is resolved', () => {
    const { store } = renderDashboard();
    expect(offer()).toHaveAccessibleDescription('High Battery');
    act(() =>
      store.set(sliceAtoms.anomalies, (list) =>
        list?.map((held) => ({ ...held, status: 'Resolved' as const })),
      ),
    );
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    expect(screen.getByRole('article')).toHaveTextContent('Earlier suggestion Rotate Antenna');
  });

  it('is not offered while a command of its name is in progress', () => {
    const { store } = renderDashboard();
    const running = (endMs: number) => ({
      ...spacecraft({ faults: [{ anomalyId: 'a', parts: [], label: 'signal fault' }] }),
      activities: [
        { commandId: 'c', name: 'Rotate Antenna' as const, startTime: NOW, endTime: addMs(NOW, endMs) },
      ],
    });
    act(() => store.set(sliceAtoms.spacecraft, running(60_000)));
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    expect(screen.getByText('Rotate Antenna is in progress.')).toBeVisible();
    act(() => store.set(missionSecondAtom, addMs(NOW, 61_000)));
    expect(offer()).toBeVisible();
    // The command belongs to another anomaly.
    act(() => store.set(sliceAtoms.spacecraft, { ...running(90_000), faults: [] }));
    expect(screen.queryByText('Rotate Antenna is in progress.')).toBeNull();
  });

  it.each([
    ['waiting', 'Rotate Antenna waits for a link.'],
    ['sent', 'Rotate Antenna is on its way.'],
  ] as const)('is not offered while a command of its name, of whatever anomaly, is %s', (verdict, words) => {
    const { store } = renderDashboard();
    act(() => {
      store.set(
        sliceAtoms.spacecraft,
        spacecraft({ faults: [{ anomalyId: 'a', parts: [], label: 'signal fault' }] }),
      );
      store.set(sliceAtoms.commands, [command('cmd-7', { status: 'Executed', executionTime: NOW })]);
      store.set(sliceAtoms.verifications, [{ commandId: 'cmd-7', expected: '', verdict }]);
    });
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    expect(screen.getByText(words)).toBeVisible();
    act(() => store.set(sliceAtoms.verifications, []));
    expect(offer()).toBeVisible();
  });

  it('is offered only while the fault is known to persist', () => {
    const { store } = renderDashboard();
    const acting = { anomalyId: 'a', parts: ['antenna'], label: 'antenna off pointing' } as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: addMs(NOW, -60_000), faults: [] })));
    expect(offer()).toBeEnabled();
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: NOW, faults: [acting] })));
    expect(offer()).toBeEnabled();
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ time: NOW, faults: [] })));
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    expect(screen.getByRole('article')).toHaveTextContent('Earlier suggestion Rotate Antenna');
    expect(screen.getByRole('button', { name: 'Resolve' })).toBeEnabled();
  });
});

describe('the answer of an anomaly', () => {
  function renderAnswered(verification: Omit<CommandVerification, 'commandId'>) {
    const { store } = renderDashboard();
    const sent = command('cmd-9', { status: 'Executed', executionTime: addMs(NOW, -10_000) });
    act(() => {
      store.set(sliceAtoms.commands, [command('cmd-8'), sent]);
      store.set(sliceAtoms.verifications, [{ commandId: 'cmd-9', ...verification }]);
      store.set(sliceAtoms.anomalies, [anomaly('a', { suggestedAction: 'Rotate Antenna', answer: 'cmd-9' })]);
    });
    return store;
  }
  const EXPECTED = 'antenna at 0.0° within 90 s';

  it.each([
    [{ verdict: 'watching', expected: EXPECTED }, `expected: ${EXPECTED}`],
    [{ verdict: 'sent', expected: EXPECTED }, 'command is on its way'],
    [{ verdict: 'waiting', expected: EXPECTED }, 'command waits for a link'],
    [
      { verdict: 'confirmed', expected: EXPECTED, observed: 'antenna at 0.1° within 20 s' },
      'confirmed: antenna at 0.1° within 20 s',
    ],
  ] as const)(
    'is told with its time and its verification, in place of the suggestion',
    (verification, words) => {
      renderAnswered(verification);
      expect(screen.getByRole('article')).toHaveTextContent(`Rotate Antenna executed 15:11:57 UTC, ${words}`);
      expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
      expect(screen.queryByText('Suggested action')).toBeNull();
    },
  );

  it('that is not confirmed stands beside the suggestion', () => {
    renderAnswered({ verdict: 'not confirmed', expected: EXPECTED, observed: 'antenna still 4.0° off' });
    expect(screen.getByRole('article')).toHaveTextContent(
      'Rotate Antenna executed 15:11:57 UTC, not confirmed: antenna still 4.0° off',
    );
    expect(offer()).toBeEnabled();
  });

  it('stands beside another command that is suggested by then', () => {
    const store = renderAnswered({ verdict: 'watching', expected: EXPECTED });
    const next = anomaly('a', { suggestedAction: 'Communications Check', answer: 'cmd-9' });
    act(() => store.set(sliceAtoms.anomalies, [next]));
    expect(screen.getByText(/^Rotate Antenna executed/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Execute Communications Check…' })).toBeVisible();
  });
});
