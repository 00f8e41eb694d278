import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { later, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { command } from './commands.ts';

beforeAll(prefetchCards);

it('says on every tab how many commands are overdue; the name of the tab stays (design.md §4)', () => {
  const { store } = renderWithOperations(<Dashboard />);
  const tab = screen.getByRole('tab', { name: 'Commands' });
  act(() => {
    store.set(sliceAtoms.commands, [command('a'), command('b', { scheduledTime: later(60_000) })]);
    store.set(missionSecondAtom, T0);
  });
  expect(tab.querySelector('svg')).toBeNull();

  act(() => store.set(missionSecondAtom, later(90_000)));
  expect(tab.textContent).toBe('Commands');
  expect(tab).toHaveAccessibleDescription('1 command is overdue');
  expect(tab.querySelector('[title]')?.getAttribute('title')).toBe('1 command is overdue');

  act(() => store.set(missionSecondAtom, later(180_000)));
  expect(tab).toHaveAccessibleDescription('2 commands are overdue');
  expect(tab.querySelector('[data-status]')?.getAttribute('data-status')).toBe('caution');
  expect(tab.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2');

  act(() => store.set(sliceAtoms.commands, []));
  expect(tab.querySelector('svg')).toBeNull();
});
