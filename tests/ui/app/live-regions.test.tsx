import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/shared/entities/event-log.ts';
import { addMs } from '../../../src/shared/kit/units.ts';
import { Dashboard } from '../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../src/ui/app/deferred-parts.ts';
import { Footer } from '../../../src/ui/app/Footer.tsx';
import { Toasts } from '../../../src/ui/app/Toasts.tsx';
import { toToast } from '../../../src/ui/features/anomalies/to-toast.tsx';
import { EmptyState } from '../../../src/ui/kit/card/EmptyState.tsx';
import { SpokenCount } from '../../../src/ui/kit/controls/SpokenCount.tsx';
import { announce } from '../../../src/ui/kit/toasts/announce.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../src/ui/mission/link/atoms.ts';
import { LoadingState } from '../../../src/ui/mission/link/LoadingState.tsx';
import { startMission } from '../../support/mission.ts';
import { renderWithOperations } from '../../support/operations.tsx';
import { renderWithStore, showMission } from '../../support/render.tsx';

beforeAll(prefetchCards);

/** Returns the content of every live region of the page. */
const spoken = () =>
  [...document.querySelectorAll('[aria-live], [role="status"], [role="alert"], [role="log"], output')].map(
    (region) => region.textContent,
  );

describe('automatic announcements', () => {
  it.each(['overview', 'telemetry', 'orbital', 'commands', 'timeline', 'anomalies'])(
    'are silent on the %s tab while only time passes',
    (tab) => {
      window.history.replaceState(null, '', `/?tab=${tab}`);
      const store = createStore();
      const mission = startMission();
      showMission(store, mission);
      renderWithOperations(<Dashboard />, {}, store);
      const before = spoken();
      expect(before.length).toBeGreaterThan(2);
      for (const seconds of [1, 2, 5, 10, 30, 60]) {
        const now = addMs(mission.snapshot().clock.value.time, seconds * 1000);
        act(() => store.set(missionSecondAtom, now));
        expect(spoken()).toEqual(before);
      }
    },
  );

  it('announce a lost link and its return once each, and none of the attempts between', () => {
    const { store } = renderWithStore(<Footer />);
    const said: (string | null)[] = [];
    for (const link of [
      { status: 'connected' },
      { status: 'lost', attempt: 1 },
      { status: 'lost', attempt: 2 },
      { status: 'lost', attempt: 3 },
      { status: 'connected' },
    ] as const) {
      act(() => store.set(linkStateAtom, link));
      const { textContent } = screen.getByRole('status');
      if (textContent !== said.at(-1)) said.push(textContent);
    }
    expect(said).toEqual([
      'Connected to ORBITA-1',
      'Link to the simulation lost, restarting it',
      'Connected to ORBITA-1',
    ]);
  });

  it('announce the filter result when the filter changes, not when the list grows', async () => {
    const { rerender } = render(<SpokenCount choice="a" shown={3} total={9} things="events" />);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('');
    rerender(<SpokenCount choice="b" shown={3} total={9} things="events" />);
    expect(status.textContent).toBe('3 of 9 events listed');
    rerender(<SpokenCount choice="b" shown={4} total={10} things="events" />);
    expect(status.textContent).toBe('3 of 9 events listed');
    rerender(<SpokenCount choice="c" shown={0} total={10} things="events" />);
    expect(status.textContent).toBe('None of 10 events listed');
    rerender(<SpokenCount choice="d" shown={10} total={10} things="events" />);
    expect(status.textContent).toBe('All 10 events listed');
  });

  it('announce every toast except those of anomalies, which have their own live region', async () => {
    renderWithStore(<Toasts />);
    act(() =>
      announce(
        toToast({ id: 'one', level: 'warning', text: 'New anomaly detected: Solar', newAnomalyId: 'a' }),
      ),
    );
    act(() => announce({ id: 'two', level: 'success', text: 'Command queued successfully' }));
    const anomaly = await screen.findByText('New anomaly detected: Solar');
    expect(anomaly.closest('[aria-hidden="true"]')).not.toBeNull();
    const queued = await screen.findByText('Command queued successfully');
    expect(queued.closest('[aria-hidden="true"]')).toBeNull();
    expect(queued.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  });
});

describe('the empty state of a card', () => {
  it('shows a headline, a detail and an action', async () => {
    let isPressed = false;
    renderWithStore(
      <EmptyState headline="Nothing here" detail="It comes later.">
        <button type="button" onClick={() => (isPressed = true)}>
          Show all
        </button>
      </EmptyState>,
    );
    expect(screen.getByRole('status').textContent).toBe('Nothing here');
    expect(screen.getByText('It comes later.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(isPressed).toBe(true);
  });

  it('is announced immediately after a failure', () => {
    renderWithStore(<EmptyState headline="It failed" level="critical" isFailure />);
    expect(screen.getByRole('alert').textContent).toBe('It failed');
  });

  it('says while loading that the link is lost', () => {
    const { store } = renderWithStore(<LoadingState headline="Loading telemetry..." />);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('Loading telemetry...')).toBeVisible();
    expect(screen.getByText(/^The link to the simulation is lost/)).toBeVisible();
  });
});

describe('the log with a filter', () => {
  it('does not announce new entries', async () => {
    window.history.replaceState(null, '', '/?tab=anomalies');
    const store = createStore();
    showMission(store, startMission());
    renderWithOperations(<Dashboard />, {}, store);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the event log' }), 'simulation');
    const before = spoken();
    expect(before).toContainEqual(expect.stringMatching(/\d+ of \d+ events listed/));
    const log = store.get(sliceAtoms.log) ?? [];
    const last = log.at(-1);
    if (!last) throw new Error('no log');
    const entry: LogEntry = { ...last, id: last.id + 1, text: 'The simulation goes on' };
    act(() => store.set(sliceAtoms.log, [...log, entry]));
    expect(screen.getByText('The simulation goes on')).toBeVisible();
    expect(spoken()).toEqual(before);
  });
});
