import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Outcome, refused } from '../../../../src/shared/contract/outcome.ts';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { Dashboard } from '../../../../src/ui/app/Dashboard.tsx';
import { prefetchCards } from '../../../../src/ui/app/deferred-parts.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { isTourOpenAtom } from '../../../../src/ui/features/tour/atoms.ts';
import { FILLS_SCREEN } from '../../../../src/ui/kit/page/use-media-query.ts';
import { isTourDoneAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { startUneventfulMission } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { showMission } from '../../../support/render.tsx';
import { anomaly } from '../anomalies/fixtures.ts';

beforeAll(prefetchCards);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('orbita.tour-done', 'true');
  window.history.replaceState(null, '', '/');
});

const WATCH = 'Watch a fault and its recovery';
const accepted: Outcome<Anomaly> = { ok: true, value: anomaly('a') };

const { matchMedia } = window;

function isDesk(isIt: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const found = matchMedia.call(window, query);
    return query === FILLS_SCREEN ? Object.defineProperty(found, 'matches', { value: isIt }) : found;
  });
}

async function renderLastStep(outcome: Outcome<Anomaly> = accepted) {
  const demonstrateFault = vi.fn(async () => outcome);
  const store = createStore();
  showMission(store, startUneventfulMission());
  store.set(isTourOpenAtom, true);
  renderWithOperations(
    <>
      <Dashboard />
      <Toasts />
    </>,
    { demonstrateFault },
    store,
  );
  const tour = await screen.findByRole('dialog');
  expect(within(tour).queryByRole('button', { name: WATCH })).toBeNull();
  for (let step = 1; step < 4; step += 1) {
    await userEvent.click(within(tour).getByRole('button', { name: 'Next' }));
  }
  return { store, demonstrateFault, tour };
}

const selectedTab = () =>
  within(screen.getByRole('tablist', { name: 'Mission views' })).getByRole('tab', { selected: true })
    .textContent;

describe('the last step of the tour', () => {
  it('offers a fault demonstration, and ends the tour for it', async () => {
    isDesk(true);
    const { store, demonstrateFault, tour } = await renderLastStep();
    expect(within(tour).getByRole('button', { name: 'Done' })).toBeVisible();
    await userEvent.click(within(tour).getByRole('button', { name: WATCH }));
    expect(demonstrateFault).toHaveBeenCalledExactlyOnceWith('Signal');
    expect(store.get(isTourOpenAtom)).toBe(false);
    expect(store.get(isTourDoneAtom)).toBe(true);
    expect(selectedTab()).toBe('Overview');
  });

  it('opens the Anomalies tab if the Overview does not fit the screen', async () => {
    isDesk(false);
    const { tour } = await renderLastStep();
    await userEvent.click(within(tour).getByRole('button', { name: WATCH }));
    expect(selectedTab()).toBe('Anomalies');
  });

  it('shows why a demonstration is refused', async () => {
    isDesk(false);
    const { tour } = await renderLastStep(refused('A demonstration is already in progress.'));
    await userEvent.click(within(tour).getByRole('button', { name: WATCH }));
    expect(await screen.findByText('A demonstration is already in progress.')).toBeVisible();
    expect(selectedTab()).toBe('Overview');
  });
});

describe('the palette', () => {
  it('asks before a fault is injected', async () => {
    isDesk(true);
    const demonstrateFault = vi.fn(async () => accepted);
    renderWithOperations(<Dashboard />, { demonstrateFault });
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await userEvent.keyboard('demonstration{Enter}');
    expect(screen.getByText(/A fault is injected into the radio of ORBITA-1/)).toBeVisible();
    expect(demonstrateFault).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Watch' }));
    expect(demonstrateFault).toHaveBeenCalledExactlyOnceWith('Signal');
  });
});
