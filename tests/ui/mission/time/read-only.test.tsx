import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import { useMissionActions } from '../../../../src/ui/app/actions/use-mission-actions.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { isCommandFormOpenAtom } from '../../../../src/ui/features/commands/command-draft.ts';
import { isEventFormOpenAtom } from '../../../../src/ui/features/timeline/event-draft.ts';
import { linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { EDGE, START, showTime, transportView } from '../../../support/time-control.tsx';
import { anomaly } from '../../features/anomalies/fixtures.ts';
import { command } from '../../features/commands/commands.ts';
import { eventOf } from '../../features/timeline/fixture.tsx';

// The cards of the other tabs load on demand.
beforeAll(prefetchCards);

const REASON = 'A past instant is shown. Return to live, or take over from here.';

/** Returns a store that shows a past instant, with pending actions everywhere. */
function storeOfReplay() {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.anomalies, [anomaly('a', { timestamp: START, suggestedAction: 'Rotate Antenna' })]);
  store.set(sliceAtoms.commands, [command('c')]);
  store.set(sliceAtoms.timeline, [eventOf('planned'), eventOf('running', { status: 'In Progress' })]);
  store.set(isCommandFormOpenAtom, true);
  store.set(isEventFormOpenAtom, true);
  showTime(store, transportView({ mode: 'replay' }), { shown: START });
  return store;
}

describe('a past instant, whose operations are refused', () => {
  it.each([
    ['anomalies', ['Acknowledge', 'Resolve', 'Execute Rotate Antenna…']],
    ['commands', ['Execute', 'Cancel', 'Queue Command']],
    ['timeline', ['Start', 'Cancel', 'Complete', 'Add Event']],
  ])('shows them as refused, with the reason, on the tab %s', async (tab, names) => {
    window.history.replaceState(null, '', `/?tab=${tab}`);
    const { store } = renderWithOperations(<Dashboard />, {}, storeOfReplay());
    for (const name of names) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(expect.stringContaining(REASON));
      expect(button).toHaveAttribute('title', REASON);
      // No operation is expected; a call would fail the test.
      await userEvent.click(button);
    }
    act(() => showTime(store, transportView(), { shown: EDGE }));
    for (const name of names) {
      expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled');
    }
  });

  it('disables them in the palette, where they say why', () => {
    function Actions() {
      return useMissionActions().map(({ id, name, detail, isDisabled = false }) => (
        <button key={id} type="button" disabled={isDisabled} title={detail}>
          {name}
        </button>
      ));
    }
    renderWithOperations(<Actions />, {}, storeOfReplay());
    const changes = screen.getAllByRole('button', {
      name: /^(Queue|Execute|Cancel|Acknowledge|Resolve|Start|Complete|Watch) /,
    });
    expect(changes).toHaveLength(8 + 2 + 2 + 3 + 1);
    for (const button of changes) {
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(REASON);
    }
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });
});
