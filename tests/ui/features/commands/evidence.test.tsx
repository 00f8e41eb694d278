import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { CommandVerification } from '../../../../src/shared/entities/spacecraft.ts';
import { CommandRow } from '../../../../src/ui/features/commands/CommandRow.tsx';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { later, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { NOMINAL } from '../../../support/telemetry.ts';
import { command } from './commands.ts';

const EXECUTED = command('c', { status: 'Executed', executionTime: T0 });

function renderRow(evidence: Partial<CommandVerification> | undefined, shown = EXECUTED) {
  const store = createStore();
  store.set(missionSecondAtom, later(18_000));
  const whole = {
    commandId: 'c',
    expected: 'more signal',
    verdict: 'watching',
    until: later(60_000),
  } as const;
  store.set(
    sliceAtoms.verifications,
    evidence && [
      { ...whole, commandId: 'other' },
      { ...whole, ...evidence },
    ],
  );
  return renderWithOperations(<CommandRow command={shown} />, {}, store);
}

describe('the verification of an executed command', () => {
  it('shows the time left while watching', () => {
    const { container, store } = renderRow({});
    expect(screen.getByText('Watching').dataset.status).toBe('standby');
    expect(container.textContent).toContain('Expected more signal');
    expect(container.textContent).toContain('Observed nothing yet');
    expect(screen.getByText('42 s left')).toBeVisible();
    act(() => store.set(missionSecondAtom, later(61_000)));
    expect(screen.getByText('ends now')).toBeVisible();
  });

  it.each([
    ['confirmed', 'Confirmed', 'normal'],
    ['not confirmed', 'Not confirmed', 'caution'],
  ] as const)('is %s as shape and word', (verdict, word, level) => {
    const { container } = renderRow({ verdict, observed: 'signal +12 % within 20 s' });
    expect(screen.getByText(word).dataset.status).toBe(level);
    expect(screen.getByText(word).querySelector('svg')).not.toBeNull();
    expect(container.textContent).toContain('Observed signal +12\u00a0% within 20\u00a0s');
    expect(screen.queryByText(/left/)).toBeNull();
  });

  it('shows that the command waits for a link, and until when', () => {
    const { container, store } = renderRow({ verdict: 'waiting', until: later(738_000) });
    expect(screen.getByText('Waiting for link').dataset.status).toBe('caution');
    expect(screen.getByText('next contact in 12 min 00 s')).toBeVisible();
    expect(container.textContent).not.toContain('Expected');
    act(() =>
      store.set(sliceAtoms.verifications, [{ commandId: 'c', expected: 'more', verdict: 'waiting' }]),
    );
    expect(screen.getByText('no contact planned')).toBeVisible();
  });

  it('shows that the command was sent over low gain, and when it is on board', () => {
    const { container, store } = renderRow({ verdict: 'sent', until: later(58_000) });
    expect(screen.getByText('Sent over low gain').dataset.status).toBe('standby');
    expect(screen.getByText('on board in 40 s')).toBeVisible();
    act(() => store.set(missionSecondAtom, later(60_000)));
    expect(screen.getByText('arriving now')).toBeVisible();
    expect(container.textContent).not.toContain('Observed');
  });

  it('waits for telemetry after the watch has ended without any', () => {
    const { store } = renderRow({});
    act(() => {
      store.set(sliceAtoms.telemetry, [NOMINAL]);
      store.set(missionSecondAtom, later(61_000));
    });
    expect(screen.getByText('waits for telemetry')).toBeVisible();
  });

  it('is absent if unknown, and for a command that is not executed', () => {
    const { unmount } = renderRow(undefined);
    expect(screen.queryByText(/Expected/)).toBeNull();
    unmount();
    renderRow({}, command('c'));
    expect(screen.queryByText(/Expected/)).toBeNull();
  });
});
