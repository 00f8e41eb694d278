import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { LookAheadQuery } from '../../../../src/shared/contract/look-ahead.ts';
import { addMs } from '../../../../src/shared/kit/units.ts';
import { CommandUplinkCard } from '../../../../src/ui/features/commands/CommandUplinkCard.tsx';
import { SendCommand } from '../../../../src/ui/features/commands/SendCommand.tsx';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { later, startUneventfulMission } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { fakeSessionControl } from '../../../support/time-control.tsx';
import { command } from './commands.ts';

/** Renders what offers commands, with the look ahead of a real mission. */
function renderWithMission(offer: React.ReactNode) {
  const session = startUneventfulMission();
  session.advanceTo(later(60_000));
  const store = createStore();
  const { commands, ...slices } = session.snapshot();
  store.set(sliceAtoms.commands, [
    command('a', { name: 'Enter Safe Mode', scheduledTime: later(40 * 60_000) }),
  ]);
  store.set(sliceAtoms.contacts, slices.contacts.value);
  store.set(sliceAtoms.anomalies, slices.anomalies.value);
  store.set(missionSecondAtom, session.mission.time());
  store.set(linkStateAtom, { status: 'connected' });
  const lookAhead = vi.fn(async (query: LookAheadQuery) => session.control.lookAhead(query));
  renderWithOperations(
    <SessionControlContext value={fakeSessionControl({ lookAhead })}>{offer}</SessionControlContext>,
    {},
    store,
  );
  const advance = (ms: number) => {
    session.advanceTo(addMs(session.mission.time(), ms));
    act(() => store.set(missionSecondAtom, session.mission.time()));
  };
  return { lookAhead, advance, user: userEvent.setup(), now: session.mission.time() };
}

const effect = (name: string) => screen.findByRole('region', { name: `Predicted effect of ${name}` });

describe('the predicted effect of a command', () => {
  it('is shown in the form once a command is chosen, for its time, and describes the button', async () => {
    const { user, lookAhead } = renderWithMission(<CommandUplinkCard />);
    await user.click(screen.getByRole('button', { name: 'New Command' }));
    expect(lookAhead).not.toHaveBeenCalled();
    await user.selectOptions(screen.getByRole('combobox', { name: /^Command/ }), 'Enter Safe Mode');
    expect(await effect('Enter Safe Mode')).toHaveTextContent(/ORBITA-1 enters SAFE at 12:01 UTC/);
    await user.type(screen.getByRole('textbox', { name: /^Scheduled Time/ }), '2026-11-20 13:00');
    expect(await screen.findByText(/ORBITA-1 enters SAFE at 13:00\sUTC/)).toBeVisible();
    const submit = screen.getByRole('button', { name: 'Queue Command' });
    expect(submit).toHaveAccessibleDescription(/Charge at sunrise \d+\s% instead of \d+\s%/);
  });

  it('stays in the form while mission time passes, and is predicted to the same length after its time', async () => {
    const { user, lookAhead, advance } = renderWithMission(<CommandUplinkCard />);
    await user.click(screen.getByRole('button', { name: 'New Command' }));
    await user.selectOptions(screen.getByRole('combobox', { name: /^Command/ }), 'Enter Safe Mode');
    await user.type(screen.getByRole('textbox', { name: /^Scheduled Time/ }), '2026-11-20 13:00');
    const shown = await effect('Enter Safe Mode');
    const asked = lookAhead.mock.lastCall?.[0].to;
    const count = lookAhead.mock.calls.length;
    for (let minute = 0; minute < 3; minute += 1) {
      advance(60_000);
      expect(shown).toBeVisible();
    }
    await vi.waitFor(() => expect(lookAhead.mock.calls.length).toBeGreaterThan(count));
    expect(lookAhead.mock.lastCall?.[0].to).toBe(asked);
  });

  it('says of a command in more than a day when it will be predicted', async () => {
    const { user } = renderWithMission(<CommandUplinkCard />);
    await user.click(screen.getByRole('button', { name: 'New Command' }));
    await user.selectOptions(screen.getByRole('combobox', { name: /^Command/ }), 'Thermal Control');
    await user.type(screen.getByRole('textbox', { name: /^Scheduled Time/ }), '2026-11-23 13:00');
    expect(
      await screen.findByText('The effect can be predicted from 23 h before the scheduled time.'),
    ).toBeVisible();
  });

  it('is shown of a pending command while its Execute has the pointer or the focus, for now', async () => {
    const { user, lookAhead, now } = renderWithMission(<CommandUplinkCard />);
    const execute = within(screen.getByRole('region', { name: 'Commands in the queue' })).getByRole(
      'button',
      {
        name: 'Execute',
      },
    );
    await user.hover(execute);
    expect(await effect('Enter Safe Mode')).toHaveTextContent(/ORBITA-1 enters SAFE at 12:01 UTC/);
    expect(lookAhead.mock.calls.some(([{ to }]) => to > now)).toBe(true);
    await user.unhover(execute);
    expect(screen.queryByRole('region', { name: /^Predicted effect/ })).toBeNull();
    await user.tab();
    expect(screen.getByRole('button', { name: 'New Command' })).toHaveFocus();
    await user.tab();
    expect(execute).toHaveFocus();
    expect(await effect('Enter Safe Mode')).toHaveTextContent(/enters SAFE at 12:01 UTC/);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Arm' })).toHaveFocus();
    expect(await screen.findByText(/ORBITA-1 enters SAFE at 12:40\sUTC/)).toBeVisible();
  });

  it('of the button with the focus is shown again when the pointer has left another one', async () => {
    const { user } = renderWithMission(<CommandUplinkCard />);
    const queue = within(screen.getByRole('region', { name: 'Commands in the queue' }));
    const [execute, arm] = ['Execute', 'Arm'].map((name) => queue.getByRole('button', { name }));
    act(() => arm?.focus());
    expect(await screen.findByText(/enters SAFE at 12:40\sUTC/)).toBeVisible();
    expect(arm).toHaveAccessibleDescription(/enters SAFE at 12:40/);
    await user.hover(execute as HTMLElement);
    expect(await screen.findByText(/enters SAFE at 12:01\sUTC/)).toBeVisible();
    expect(execute).toHaveAccessibleDescription(/enters SAFE at 12:01/);
    expect(arm).not.toHaveAccessibleDescription(/enters SAFE/);
    await user.unhover(execute as HTMLElement);
    expect(await screen.findByText(/enters SAFE at 12:40\sUTC/)).toBeVisible();
  });

  it('is shown with the question of a suggested command, after its buttons', async () => {
    const { user } = renderWithMission(<SendCommand name="Enter Safe Mode" />);
    await user.click(screen.getByRole('button', { name: 'Execute Enter Safe Mode…' }));
    const told = await effect('Enter Safe Mode');
    const execute = screen.getByRole('button', { name: 'Execute' });
    expect(execute).toHaveFocus();
    expect(execute.compareDocumentPosition(told)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(execute).toHaveAccessibleDescription(
      /This cannot be undone\..*ORBITA-1 enters SAFE at 12:01\sUTC/,
    );
  });
});
