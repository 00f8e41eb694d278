import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { RemoteOperations } from '../../../../src/shared/contract/operations.ts';
import { AnomalyDetectionCard } from '../../../../src/ui/features/anomalies/AnomalyDetectionCard.tsx';
import { CommandForm } from '../../../../src/ui/features/commands/CommandForm.tsx';
import { pressOnce, submitOnce } from '../../../../src/ui/kit/controls/press-once.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { anomaly, NOW } from '../../features/anomalies/fixtures.ts';

describe('a button that acts once per press', () => {
  it.each([
    ['a click', { detail: 1 }, 1],
    ['a press of a key', { detail: 0 }, 1],
    ['the second half of a double click', { detail: 2 }, 0],
  ])('on %s (%o) acts %d times', (_name, event, times) => {
    const act = vi.fn();
    render(
      <button type="button" {...pressOnce(act)}>
        Go
      </button>,
    );
    fireEvent.click(screen.getByRole('button'), event);
    expect(act).toHaveBeenCalledTimes(times);
  });

  it('not on key repeat, except for Tab', () => {
    render(
      <button type="button" {...pressOnce(vi.fn())}>
        Go
      </button>,
    );
    expect(fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole('button'), { key: 'Tab', repeat: true })).toBe(true);
  });
});

describe('a form that is sent once', () => {
  const renderForm = () =>
    render(
      <form {...submitOnce}>
        <input aria-label="Title" />
        <textarea aria-label="Description" />
        <button type="button">Fill in</button>
        <button type="submit">Send</button>
      </form>,
    );

  it('on a double click on its button, without affecting other buttons', () => {
    renderForm();
    expect(fireEvent.click(screen.getByText('Send'), { detail: 2 })).toBe(false);
    expect(fireEvent.click(screen.getByText('Fill in'), { detail: 2 })).toBe(true);
  });

  it('on Enter held down in a field, except in a multi-line text', () => {
    renderForm();
    const held = { key: 'Enter', repeat: true };
    expect(fireEvent.keyDown(screen.getByLabelText('Title'), held)).toBe(false);
    expect(fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(screen.getByLabelText('Description'), held)).toBe(true);
  });

  it('as the command form: a second click does not submit the cleared form', async () => {
    const queueCommand = vi.fn<RemoteOperations['queueCommand']>(async () => ({
      ok: true,
      value: { id: 'a', name: 'Thermal Control', scheduledTime: NOW, priority: 'Medium', status: 'Pending' },
    }));
    renderWithOperations(<CommandForm onQueued={() => {}} onClose={() => {}} />, { queueCommand });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Queue Command' }));
    expect(queueCommand).toHaveBeenCalledOnce();
  });
});

describe('a list that moves up', () => {
  it('acknowledges one anomaly on a double click, not the one that moves into its place', async () => {
    const store = createStore();
    store.set(missionSecondAtom, NOW);
    store.set(sliceAtoms.anomalies, [anomaly('a'), anomaly('b')]);
    const acknowledgeAnomaly = vi.fn<RemoteOperations['acknowledgeAnomaly']>(async (id) => {
      act(() => store.set(sliceAtoms.anomalies, [anomaly('b')]));
      return { ok: true, value: anomaly(id) };
    });
    renderWithOperations(<AnomalyDetectionCard />, { acknowledgeAnomaly }, store);
    const [first] = screen.getAllByRole('button', { name: 'Acknowledge' });
    await act(async () => void (first && fireEvent.click(first, { detail: 1 })));
    const next = screen.getByRole('button', { name: 'Acknowledge' });
    await act(async () => void fireEvent.click(next, { detail: 2 }));
    expect(acknowledgeAnomaly).toHaveBeenCalledExactlyOnceWith('a');
  });
});
